-- dialect: tsql
-- input: t(a, b)
-- input: u(b)
-- output: t(a, b)
with c as (select a, b from t) delete from c where b in (select b from u)
-- expect
-- t <- t.b FILTER
-- t <- u.b FILTER
