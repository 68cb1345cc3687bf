-- dialect: redshift
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
unload ('select a, b from t where c = ''x''') to 's3://x' iam_role 'y'
-- expect
-- o <- t.c FILTER
-- o.a <- t.a IDENTITY
-- o.b <- t.b IDENTITY
