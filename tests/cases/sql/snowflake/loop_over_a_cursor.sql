-- dialect: snowflake
-- input: t(a, b)
-- output: o(x)
declare c cursor for select a, b from t;
begin
  for r in c do
    insert into o (x) values (r.b);
  end for;
end;
-- expect
-- o.x <- t.b IDENTITY
