-- dialect: bigquery
-- input: t(a, b)
-- output: o
create snapshot table o clone t
-- expect
-- o.a <- t.a IDENTITY
-- o.b <- t.b IDENTITY
