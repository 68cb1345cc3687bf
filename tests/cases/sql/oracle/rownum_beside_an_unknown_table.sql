-- dialect: oracle
-- input: t(a)
-- output: o(x)
insert into o (x) select t.a from t, u where rownum < 10
-- expect
-- o.x <- t.a IDENTITY
