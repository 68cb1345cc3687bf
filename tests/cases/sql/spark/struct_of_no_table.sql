-- dialect: spark
-- input: t(a)
-- output: o
create table o as
select struct(z.*) as x, a from t
-- expect
-- o.a <- t.a IDENTITY
-- problem: z.* is no table of the query
