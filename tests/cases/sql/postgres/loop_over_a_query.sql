-- dialect: postgres
-- input: t(a, b)
-- output: o(a, x)
do $$
declare r record;
begin
  for r in select a, b from t loop
    update o set x = r.b where o.a = r.a;
  end loop;
end $$
-- expect
-- o.x <- t.b IDENTITY
-- o <- t.a FILTER
-- o <- o.a FILTER
