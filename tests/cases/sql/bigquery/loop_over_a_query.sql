-- dialect: bigquery
-- input: t(a, b)
-- output: o(x)
for r in (select a from t where b = 1) do insert into o values (r.a); end for;
-- expect
-- o.x <- t.a IDENTITY
-- o <- t.b FILTER
