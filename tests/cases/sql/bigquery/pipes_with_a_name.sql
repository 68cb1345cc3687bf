-- dialect: bigquery
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create table o as
from t as x
|> aggregate sum(b) as s group by a
|> as sums
|> join u on sums.a = u.a
|> select u.d, s
-- expect
-- o <- t.a GROUP_BY
-- o <- t.a JOIN
-- o <- u.a JOIN
-- o.d <- u.d IDENTITY
-- o.s <- t.b AGGREGATION
