-- dialect: postgres
-- input: t(a, b)
-- output: o(m)
insert into o select max(s.c) from (select a * 2 as c from t where b is not null) s
-- expect
-- o.m <- t.a AGGREGATION
-- o <- t.b FILTER
