-- dialect: spark
-- input: t(a, b)
-- output: o(s)
insert into o select to_json(struct(t.*)) from t
-- expect
-- o.s <- t.a TRANSFORMATION
-- o.s <- t.b TRANSFORMATION
