-- dialect: oracle
-- input: t(a)
-- output: o(x)
declare
  cursor c is select a from t;
  v number;
begin
  open c;
  fetch c into v;
  insert into o (x) values (v);
end;
-- expect
-- problem: a query in DECLARE
