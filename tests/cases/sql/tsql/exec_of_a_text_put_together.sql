-- dialect: tsql
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
exec('insert into o (x) select a from ' + @name);
insert into o (y) select d from u
-- expect
-- o.y <- u.d IDENTITY
-- problem: line 1: Expecting )
