-- dialect: tsql
-- input: t(a, b, c)
-- output: o
create procedure p @least int as
begin
  set nocount on
  select a, b into #big from t where c > @least
  insert into o (x) select a from #big
  drop table #big
  select 1
end
-- expect
-- o.x <- t.a IDENTITY
-- o <- t.c FILTER
