-- dialect: tsql
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
insert into o (x) select f.y from dbo.active_orders(1) as f
-- expect
-- problem: function active_orders: where its rows come from is not known
