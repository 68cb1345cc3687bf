-- dialect: spark
-- input: t(id, st)
-- output: o(k, n)
insert into o (k, n) select id, struct(st.*, id) from t
-- expect
-- o.k <- t.id IDENTITY
-- o.n <- t.st TRANSFORMATION
-- o.n <- t.id TRANSFORMATION
