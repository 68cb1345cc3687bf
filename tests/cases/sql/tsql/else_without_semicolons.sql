-- dialect: tsql
-- input: t(a, b)
-- output: o
-- output: p
create procedure q @least int as
set xact_abort on
declare @kept table (k int)
if @least > 0
  insert o (x) select case when b > 1 then a else b end from t
else
  insert p (x) select b from t
-- expect
-- o.x <- t.a TRANSFORMATION
-- o.x <- t.b CONDITIONAL
-- o.x <- t.b TRANSFORMATION
-- p.x <- t.b IDENTITY
