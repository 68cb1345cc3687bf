-- dialect: postgres
-- input: s(id, v)
-- output: t(id, v)
insert into t (id, v) select id, v from s on conflict (id) do update set v = t.v + excluded.v
-- expect
-- t.id <- s.id IDENTITY
-- t.v <- s.v IDENTITY
-- t.v <- s.v TRANSFORMATION
-- t.v <- t.v TRANSFORMATION
