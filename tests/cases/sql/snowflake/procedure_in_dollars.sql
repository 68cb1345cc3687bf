-- dialect: snowflake
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create or replace procedure load_o() returns string language sql as
$$
begin
    insert into o (x) select a from t;
    return 'done';
end
$$
-- expect
-- o.x <- t.a IDENTITY
