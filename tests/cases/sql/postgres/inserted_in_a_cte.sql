-- dialect: postgres
-- input: t(a, b)
-- output: o
-- output: log
with kept as (select a, b from t where b > 0),
added as (insert into o (x, y) select a, b from kept returning x, z)
insert into log (one, two) select x, z from added
-- expect
-- o.x <- t.a IDENTITY
-- o.y <- t.b IDENTITY
-- o <- t.b FILTER
-- log.one <- t.a IDENTITY
-- log.two <- o.z IDENTITY
-- log <- t.b FILTER
