-- dialect: redshift
-- input: t(a, b)
-- output: o(a, b)
alter table o append from t
-- expect
-- o.a <- t.a IDENTITY
-- o.b <- t.b IDENTITY
