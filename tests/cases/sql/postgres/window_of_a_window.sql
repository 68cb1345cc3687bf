-- dialect: postgres
-- input: t(a, b, c)
-- output: o(k)
insert into o (k) select sum(a) over narrow from t window wide as (partition by b), narrow as (wide order by c)
-- expect
-- o.k <- t.a AGGREGATION
-- o.k <- t.b WINDOW
-- o.k <- t.c WINDOW
