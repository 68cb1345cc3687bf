-- dialect: trino
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create table o as
select m.c, m.top from t match_recognize (
  partition by a order by b measures last(up.b) as top
  all rows per match pattern (down up+) define up as c > 1
) as m where m.a > 1
-- expect
-- o <- t.a FILTER
-- o <- t.a GROUP_BY
-- o <- t.b SORT
-- o <- t.c FILTER
-- o.c <- t.c IDENTITY
-- o.top <- t.b AGGREGATION
