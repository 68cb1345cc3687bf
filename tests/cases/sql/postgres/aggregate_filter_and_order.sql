-- dialect: postgres
-- input: t(a, b, c)
-- output: o(s, l, p)
insert into o
select sum(a) filter (where b > 1), string_agg(a, ',' order by c), percentile_cont(0.5) within group (order by b)
from t
-- expect
-- o.s <- t.a AGGREGATION
-- o.s <- t.b CONDITIONAL
-- o.l <- t.a AGGREGATION
-- o.l <- t.c SORT
-- o.p <- t.b AGGREGATION
