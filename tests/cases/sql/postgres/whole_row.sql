-- dialect: postgres
-- input: t(a, b)
-- output: o(j)
insert into o select row_to_json(t) from t
-- expect
-- o.j <- t.a TRANSFORMATION
-- o.j <- t.b TRANSFORMATION
