-- dialect: postgres
-- input: a(x)
-- input: b(x, y)
-- output: o(x)
insert into o select x from a intersect select x from b where y > 1
-- expect
-- o.x <- a.x IDENTITY
-- o <- b.x FILTER
-- o <- b.y FILTER
-- o <- a.x FILTER
