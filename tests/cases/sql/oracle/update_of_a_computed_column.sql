-- dialect: oracle
-- input: t(a, b)
-- output: t(a, b)
update (select a + 1 as x, b from t) set x = b
-- expect
-- problem: a change of x, which is not one column of one table
