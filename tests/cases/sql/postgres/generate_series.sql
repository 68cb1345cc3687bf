-- dialect: postgres
-- input: t(id)
-- output: o(id, n)
insert into o select t.id, g.n from t, generate_series(1, 3) as g(n)
-- expect
-- o.id <- t.id IDENTITY
