-- dialect: mysql
-- input: s(id, v)
-- output: t(id, v)
update ignore t join s on s.id = t.id set t.v = s.v
-- expect
-- t.v <- s.v IDENTITY
-- t <- s.id JOIN
-- t <- t.id JOIN
