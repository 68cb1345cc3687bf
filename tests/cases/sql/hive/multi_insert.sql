-- dialect: hive
-- input: t(x, y)
-- output: a(p)
-- output: b(q)
from t insert overwrite table a select x where y = 1 insert overwrite table b select y
-- expect
-- a.p <- t.x IDENTITY
-- a <- t.y FILTER
-- b.q <- t.y IDENTITY
