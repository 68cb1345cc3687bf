-- dialect: spark
-- input: raw.t(id, m)
-- output: o(id, k, v)
insert into o select id, k, v from raw.t lateral view explode(m) e as k, v
-- expect
-- o.id <- raw.t.id IDENTITY
-- o.k <- raw.t.m TRANSFORMATION
-- o.v <- raw.t.m TRANSFORMATION
-- o <- raw.t.m JOIN
