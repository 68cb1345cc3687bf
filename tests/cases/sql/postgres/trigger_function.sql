-- dialect: postgres
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create function f() returns trigger as $$
begin
  insert into o (x) select a from t;
  return new;
end $$ language plpgsql
-- expect
-- o.x <- t.a IDENTITY
