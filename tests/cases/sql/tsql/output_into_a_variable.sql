-- dialect: tsql
-- input: t(a)
-- output: o(x)
-- output: log
insert into o (x) output inserted.x into @changed select a from t;
insert into log (y) select x from @changed
-- expect
-- o.x <- t.a IDENTITY
-- log.y <- t.a IDENTITY guessed
