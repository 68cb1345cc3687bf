-- dialect: oracle
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
insert into o (id, x) select my_seq.nextval, a from t
-- expect
-- o.x <- t.a IDENTITY
