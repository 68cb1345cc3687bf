-- dialect: oracle
-- input: t(a, b)
-- output: o(k)
select a into v_a from t where b = 1
-- expect
