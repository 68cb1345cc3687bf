-- dialect: tsql
-- input: t(id, v, at)
-- output: t(id, v, at)
with c as (select v, row_number() over (partition by id order by at) as place from t) update c set v = 0 where place > 1
-- expect
-- t <- t.at FILTER
-- t <- t.id FILTER
