-- dialect: postgres
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create table o as select a, f.* from t, lateral f(b) as f
-- expect
-- o.a <- t.a IDENTITY
-- problem: f.*
-- o <- t.b JOIN
