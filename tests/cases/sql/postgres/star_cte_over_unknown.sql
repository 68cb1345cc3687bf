-- dialect: postgres
-- input: a
-- output: o(x)
with s as (select * from a) insert into o select x from s
-- expect
-- o.x <- a.x IDENTITY
-- unknown: a
