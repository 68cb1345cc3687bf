-- dialect: postgres
-- input: a(id, x)
-- input: b
-- output: o(x)
insert into o select a.x from a natural join b
-- expect
-- o.x <- a.x IDENTITY
-- problem: natural join
-- unknown: b
