-- dialect: tsql
-- input: t(a, b)
-- output: o
declare @most int
select @most = max(a) from t
insert into o (x, y) select @most, b from t
-- expect
-- o.y <- t.b IDENTITY
-- problem: variable most: where its value comes from is not followed
