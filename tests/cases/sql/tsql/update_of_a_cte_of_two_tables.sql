-- dialect: tsql
-- input: t(id, v)
-- input: s(id, w)
-- output: t(id, v)
with c as (select t.v as before, s.w as after from t join s on s.id = t.id) update c set before = after
-- expect
-- t.v <- s.w IDENTITY
-- t <- t.id JOIN
-- t <- s.id JOIN
