-- dialect: oracle
-- input: s(id, v, flag)
-- output: t(id, v)
merge into t using s on (t.id = s.id) when matched then update set t.v = s.v where s.flag = 1
-- expect
-- t.v <- s.v IDENTITY
-- t <- s.id JOIN
-- t <- t.id JOIN
-- t <- s.flag FILTER
