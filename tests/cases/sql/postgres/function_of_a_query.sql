-- dialect: postgres
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create function f() returns int as $$ select max(a) from t $$ language sql
-- expect
-- problem: a query in CREATE FUNCTION
