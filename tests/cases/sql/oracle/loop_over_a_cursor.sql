-- dialect: oracle
-- input: t(a, b)
-- output: o(x)
create procedure fill_o is
  cursor kept is select a from t where b > 3;
begin
  for r in kept loop
    insert into o (x) values (r.a);
  end loop;
end;
-- expect
-- o.x <- t.a IDENTITY
-- o <- t.b FILTER
