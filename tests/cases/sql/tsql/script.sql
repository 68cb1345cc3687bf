-- dialect: tsql
-- input: t(a, b)
-- output: o(a)
declare @x int = 1;
set nocount on;
insert into o (a) select top (10) a from t where b = @x;
-- expect
-- o.a <- t.a IDENTITY
-- o <- t.b FILTER
