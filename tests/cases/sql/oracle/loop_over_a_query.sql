-- dialect: oracle
-- input: t(a, b, c)
-- output: o(x, y)
begin
  for r in (select a, b from t where c > 0) loop
    insert into o (x, y) values (r.a, r.b * 2);
  end loop;
end;
-- expect
-- o.x <- t.a IDENTITY
-- o.y <- t.b TRANSFORMATION
-- o <- t.c FILTER
