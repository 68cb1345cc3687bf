-- dialect: spark
-- input: raw.t
-- output: o(id, v)
insert into o select id, v from raw.t lateral view explode(xs) e as v
-- expect
-- o.id <- raw.t.id IDENTITY
-- o.v <- raw.t.xs TRANSFORMATION
-- o <- raw.t.xs JOIN
