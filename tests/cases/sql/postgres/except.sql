-- dialect: postgres
-- input: a(x)
-- input: b(x)
-- output: o(x)
insert into o select x from a except select x from b
-- expect
-- o.x <- a.x IDENTITY
-- o <- b.x FILTER
-- o <- a.x FILTER
