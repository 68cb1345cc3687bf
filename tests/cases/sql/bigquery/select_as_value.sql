-- dialect: bigquery
-- input: t(a, s)
-- output: o
create table o as select as value s from t
-- expect
-- o.s <- t.s IDENTITY
-- problem: select as value
