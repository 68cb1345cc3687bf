-- dialect: teradata
-- input: s(id, v, w)
-- output: t(id, v)
merge into t using s on t.id = s.id when not matched then insert (s.id, s.w)
-- expect
-- t.id <- s.id IDENTITY
-- t.v <- s.w IDENTITY
-- t <- t.id JOIN
-- t <- s.id JOIN
