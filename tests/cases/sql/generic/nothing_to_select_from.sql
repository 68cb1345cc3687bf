-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
insert into o (x) select some_variable
-- expect
-- problem: no table has a column some_variable
