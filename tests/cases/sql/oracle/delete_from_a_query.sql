-- dialect: oracle
-- input: t(a, b)
-- input: u(a)
-- output: t(a, b)
delete from (select a, b from t where b > 0) where a in (select a from u)
-- expect
-- t <- t.a FILTER
-- t <- t.b FILTER
-- t <- u.a FILTER
