-- dialect: postgres
-- input: t(a, b)
-- output: o
create table o as
select count(*), max(a), coalesce(a, b), sum(b) over (order by a), lower(b), refined(a) from t group by a, b
-- expect
-- o <- t.a GROUP_BY
-- o <- t.b GROUP_BY
-- o.coalesce <- t.a TRANSFORMATION
-- o.coalesce <- t.b TRANSFORMATION
-- o.lower <- t.b TRANSFORMATION
-- o.max <- t.a AGGREGATION
-- o.refined <- t.a TRANSFORMATION
-- o.sum <- t.a WINDOW
-- o.sum <- t.b AGGREGATION
