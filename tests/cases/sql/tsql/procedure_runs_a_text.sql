-- dialect: tsql
-- input: t(a, b)
-- output: o
create procedure p as
declare @statement nvarchar(max)
set @statement = 'insert into o (x) select a from t'
exec sp_executesql @statement
-- expect
-- problem: a statement of kind EXECUTESQL
