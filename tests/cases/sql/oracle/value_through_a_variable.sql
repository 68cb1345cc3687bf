-- dialect: oracle
-- input: t(a, b)
-- output: o(k)
begin
  select max(a) into v_a from t;
  insert into o (k) values (v_a);
end;
-- expect
-- problem: variable v_a: where its value comes from is not followed
