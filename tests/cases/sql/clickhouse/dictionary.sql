-- dialect: clickhouse
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
insert into o (x) select dictGet(db.dict, 'attr', a) from t
-- expect
-- o.x <- t.a TRANSFORMATION
-- reads: t, db.dict
