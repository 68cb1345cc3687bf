-- input: t(a, b)
-- output: o(n)
with v as (select case when a > 0 then b end as c from t) insert into o select count(*) from v where c > 1
-- expect
-- o <- t.a FILTER
-- o <- t.b FILTER
