-- dialect: postgres
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
insert into o (x) select a from t; select swap_partitions_between_tables('s', '1', '2', 'o')
-- expect
-- o.x <- t.a IDENTITY
-- problem: swap_partitions_between_tables moves rows
