-- dialect: tsql
-- input: t(a)
-- output: o(x)
-- output: log
insert into o (x) output inserted.x into log (y) select a from t
-- expect
-- log.y <- t.a IDENTITY
-- o.x <- t.a IDENTITY
