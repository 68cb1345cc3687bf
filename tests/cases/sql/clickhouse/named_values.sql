-- dialect: clickhouse
-- input: t(a, b)
-- input: u(d)
-- output: o
insert into o (x, y) with a * 2 as twice, (select max(d) from u) as most select twice + most, b from t where twice > 1
-- expect
-- o.x <- t.a TRANSFORMATION
-- o.x <- u.d AGGREGATION
-- o.y <- t.b IDENTITY
-- o <- t.a FILTER
