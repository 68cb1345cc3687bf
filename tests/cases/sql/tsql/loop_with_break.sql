-- dialect: tsql
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
while 1 = 1
begin
  insert into o (x) select d from u;
  if 1 = 1 break;
end
-- expect
-- o.x <- u.d IDENTITY
