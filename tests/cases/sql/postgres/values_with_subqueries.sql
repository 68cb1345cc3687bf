-- dialect: postgres
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
insert into o (x, y) values ((select max(a) from t), 3), (2, (select d from u))
-- expect
-- o.x <- t.a AGGREGATION
-- o.y <- u.d IDENTITY
-- reads: t, u
