-- dialect: postgres
-- input: t(k, v, ts)
-- output: o(k, v)
insert into o select distinct on (k) k, max(v) from t group by k, ts having count(ts) > 1
-- expect
-- o.k <- t.k IDENTITY
-- o.v <- t.v AGGREGATION
-- o <- t.k GROUP_BY
-- o <- t.ts GROUP_BY
-- o <- t.ts FILTER masking
