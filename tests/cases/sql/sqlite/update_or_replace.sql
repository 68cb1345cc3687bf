-- dialect: sqlite
-- input: s(id, v)
-- output: t(id, v)
update or replace t set v = s.v from s where s.id = t.id
-- expect
-- t.v <- s.v IDENTITY
-- t <- s.id FILTER
-- t <- t.id FILTER
