-- dialect: tsql
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create or alter procedure dbo.load_o @day date as
begin
    set nocount on;
    declare @last int = 3;
    if @last > 2
    begin
        insert into o (x) select a from t where b > @last;
    end
    else
        insert into o (y) select c from t;
end
-- expect
-- o.x <- t.a IDENTITY
-- o <- t.b FILTER
-- o.y <- t.c IDENTITY
