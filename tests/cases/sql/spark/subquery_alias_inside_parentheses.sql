-- dialect: spark
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
insert into o (x) select s.d from t join ((select a, d from u) s) on t.a = s.a
-- expect
-- o.x <- u.d IDENTITY
-- o <- t.a JOIN
-- o <- u.a JOIN
