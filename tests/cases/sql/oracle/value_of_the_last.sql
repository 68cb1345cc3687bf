-- dialect: oracle
-- input: t(a, b, c)
-- output: o
insert into o (x, y) select a, max(b) keep (dense_rank last order by c) from t group by a
-- expect
-- o.x <- t.a IDENTITY
-- o.y <- t.b AGGREGATION
-- o.y <- t.c WINDOW
-- o <- t.a GROUP_BY
