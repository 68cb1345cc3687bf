-- dialect: spark
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
insert into o (x) select id from range(10)
-- expect
