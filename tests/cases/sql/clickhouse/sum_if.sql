-- dialect: clickhouse
-- input: t(a, b)
-- output: o(s)
insert into o select sumIf(a, b > 1) from t
-- expect
-- o.s <- t.a AGGREGATION
-- o.s <- t.b CONDITIONAL
