-- dialect: clickhouse
-- input: t(id, goals.key, goals.price)
-- output: o(id, k, p)
insert into o select id, k, goals.price from t array join goals.key as k
-- expect
-- o.id <- t.id IDENTITY
-- o.k <- t.goals.key TRANSFORMATION
-- o.p <- t.goals.price IDENTITY
