-- dialect: tsql
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
insert into o (x) select v.n from t cross apply (values (t.a), (t.b)) as v(n)
-- expect
-- o.x <- t.a IDENTITY
-- o.x <- t.b IDENTITY
