-- dialect: teradata
-- input: t(a, b)
-- output: o(x)
locking row for access
insert into o (x) sel a from t where b (date, format 'YYYY-MM-DD') = date '2024-01-01'
-- expect
-- o.x <- t.a IDENTITY
-- o <- t.b FILTER
