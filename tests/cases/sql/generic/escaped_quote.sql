-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
insert into o (x) select concat(a, 'it\'s') from t
-- expect
-- o.x <- t.a TRANSFORMATION
