-- dialect: mysql
-- input: s(id, v)
-- output: t(id, v)
insert into t (id, v) select id, v from s on duplicate key update v = values(v)
-- expect
-- t.id <- s.id IDENTITY
-- t.v <- s.v IDENTITY
