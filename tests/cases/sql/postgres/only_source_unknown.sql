-- dialect: postgres
-- input: a
-- output: o(x)
insert into o select x from a where y = 1
-- expect
-- o.x <- a.x IDENTITY
-- o <- a.y FILTER
