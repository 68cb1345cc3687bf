-- dialect: duckdb
-- input: a(x, y)
-- input: b(y, z)
-- output: o
create table o as select x, y from a union all by name select y, z from b
-- expect
-- o.x <- a.x IDENTITY
-- o.y <- a.y IDENTITY
-- o.y <- b.y IDENTITY
-- o.z <- b.z IDENTITY
