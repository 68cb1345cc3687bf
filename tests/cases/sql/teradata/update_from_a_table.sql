-- dialect: teradata
-- input: s(id, v)
-- input: u(id, f)
-- output: t(id, v)
update t from s, db.u set v = s.v where t.id = s.id and s.id = u.id
-- expect
-- t.v <- s.v IDENTITY
-- t <- t.id FILTER
-- t <- s.id FILTER
-- t <- u.id FILTER
