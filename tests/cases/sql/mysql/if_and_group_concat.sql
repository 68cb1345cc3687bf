-- dialect: mysql
-- input: t(a, b, c)
-- output: o(x, y)
insert into `o` select if(`a`, `b`, 0), group_concat(c order by b) from `t`
-- expect
-- o.x <- t.a CONDITIONAL
-- o.x <- t.b TRANSFORMATION
-- o.y <- t.c AGGREGATION
-- o.y <- t.b SORT
