-- dialect: postgres
-- input: t(k, ts, v)
-- output: o(running, rn, before, share)
insert into o
select sum(v) over (partition by k order by ts),
       row_number() over (partition by k order by ts),
       lag(v) over (order by ts),
       v / sum(v) over (partition by k)
from t
-- expect
-- o.running <- t.v AGGREGATION
-- o.running <- t.k WINDOW
-- o.running <- t.ts WINDOW
-- o.rn <- t.k WINDOW
-- o.rn <- t.ts WINDOW
-- o.before <- t.v TRANSFORMATION
-- o.before <- t.ts WINDOW
-- o.share <- t.v TRANSFORMATION
-- o.share <- t.v AGGREGATION
-- o.share <- t.k WINDOW
