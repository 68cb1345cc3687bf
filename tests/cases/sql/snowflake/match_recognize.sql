-- dialect: snowflake
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create table o as
select * from t match_recognize (
  partition by a order by b
  measures first(up.b) as first_b, last(c) as last_c
  one row per match pattern (begin_ up+) define up as b > lag(b)
) as m
-- expect
-- o <- t.a GROUP_BY
-- o <- t.b FILTER
-- o <- t.b SORT
-- o.a <- t.a IDENTITY
-- o.first_b <- t.b AGGREGATION
-- o.last_c <- t.c AGGREGATION
