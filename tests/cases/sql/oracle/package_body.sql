-- dialect: oracle
-- input: t(a, b)
-- output: o
create or replace package body loads as
  procedure clear;
  procedure fill (least in number) is
    total number := 0;
  begin
    insert into o (x) select a from t where b > 0;
    commit;
  end fill;
  function twice (n number) return number is begin return n * 2; end;
end loads;
-- expect
-- o.x <- t.a IDENTITY
-- o <- t.b FILTER
