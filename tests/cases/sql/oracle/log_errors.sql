-- dialect: oracle
-- input: t(a, b)
-- output: o
insert into o (x) select a from t where b > 0 log errors into bad_rows ('night') reject limit unlimited;
insert into o (y) select b from t
-- expect
-- o.x <- t.a IDENTITY
-- o.y <- t.b IDENTITY
-- o <- t.b FILTER
