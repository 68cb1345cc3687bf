-- dialect: oracle
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create or replace procedure load_o is
    n number;
begin
    insert into o (x) select a from t;
    for r in (select d from u) loop
        null;
    end loop;
    commit;
end load_o;
-- expect
-- o.x <- t.a IDENTITY
