-- dialect: trino
-- input: t(id, xs, ys)
-- output: o(id, x, y, n)
insert into o select id, x, y, n from t cross join unnest(xs, ys) with ordinality as u(x, y, n)
-- expect
-- o.id <- t.id IDENTITY
-- o.x <- t.xs TRANSFORMATION
-- o.y <- t.ys TRANSFORMATION
-- o <- t.xs JOIN
-- o <- t.ys JOIN
