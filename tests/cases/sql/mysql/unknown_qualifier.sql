-- dialect: mysql
-- input: t(a)
-- output: o
insert into o (x) select zz.q from t join w on t.a = w.a
-- expect
-- o <- t.a JOIN
-- o <- w.a JOIN unreported
-- problem: zz.q
