-- dialect: tsql
-- input: t(a, b)
-- output: o
declare @kept table (k int, v int);
insert into @kept select b, a from t
insert into o (x) select v from @kept
-- expect
-- o.x <- t.a IDENTITY
