-- dialect: postgres
-- input: t(a, b)
-- output: o(a, b)
insert into o (a, b) select a, b from t
on conflict (a) do update set b = excluded.b where excluded.b > o.b
-- expect
-- o.a <- t.a IDENTITY
-- o.b <- t.b IDENTITY
-- o <- t.b FILTER
-- o <- o.b FILTER
