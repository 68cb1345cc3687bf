-- dialect: snowflake
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
declare
    total int default 0;
begin
    insert into o (x) select a from t;
    if (total > 0) then
        insert into o (y) select b from t;
    end if;
exception
    when other then
        rollback;
end;
-- expect
-- o.x <- t.a IDENTITY
-- o.y <- t.b IDENTITY
