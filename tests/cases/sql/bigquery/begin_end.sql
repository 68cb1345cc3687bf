-- dialect: bigquery
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
begin
  insert into o (x) select a from t;
  if exists (select 1 from u) then
    insert into o (y) select b from t;
  end if;
end;
-- expect
-- o.x <- t.a IDENTITY
-- o.y <- t.b IDENTITY
-- problem: a query in IF
