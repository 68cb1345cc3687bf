-- dialect: clickhouse
-- input: t(a, b)
-- output: o(id)
alter table o delete where id in (select a from t where b > 1)
-- expect
-- o <- o.id FILTER
-- o <- t.a FILTER
-- o <- t.b FILTER
