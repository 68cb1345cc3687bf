-- dialect: postgres
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
do $$ begin
    insert into o (x) select a from t;
end $$
-- expect
-- o.x <- t.a IDENTITY
