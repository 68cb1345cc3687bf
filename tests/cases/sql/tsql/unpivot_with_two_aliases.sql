-- dialect: tsql
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
insert into o (k, n, v) select p.a, p.n, p.v from t as s unpivot (v for n in (b, c)) as p
-- expect
-- o.k <- t.a IDENTITY
-- o.v <- t.b IDENTITY
-- o.v <- t.c IDENTITY
