-- dialect: postgres
-- input: a
-- input: b(p, q)
-- output: o(p)
insert into o select p from (select * from a union all select * from b) x
-- expect
-- o.p <- a.p IDENTITY
-- o.p <- b.p IDENTITY guessed
-- unknown: a
