-- dialect: clickhouse
-- input: o(a, b, c)
-- output: o(a, b, c)
alter table o on cluster main update a = b + 1 where c > 0
-- expect
-- o.a <- o.b TRANSFORMATION
-- o <- o.c FILTER
