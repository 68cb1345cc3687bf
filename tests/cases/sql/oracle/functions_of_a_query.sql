-- dialect: oracle
-- input: t(a, b)
-- output: o(x, y)
insert into o (x, y)
with function net (p in number) return number is
  r number;
begin
  if p > 0 then r := p * 0.8; end if;
  return r;
end;
kept as (select a, b from t where b > 0)
select a, net(b) from kept
-- expect
-- o.x <- t.a IDENTITY
-- o.y <- t.b TRANSFORMATION
-- o <- t.b FILTER
