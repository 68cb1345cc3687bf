-- dialect: postgres
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create or replace procedure load_o() language plpgsql as $$
declare
    newest int;
begin
    select max(b) into newest from t;
    insert into o (x) select a from t;
end
$$
-- expect
-- o.x <- t.a IDENTITY
