-- dialect: oracle
-- input: t(a, b)
-- output: o(x)
insert into o select nvl(a, b) from t where rownum < 10
-- expect
-- o.x <- t.a TRANSFORMATION
-- o.x <- t.b TRANSFORMATION
