-- dialect: tsql
-- input: t(a)
-- output: o(x)
insert into o (x) output inserted.x into @changed select a from t
-- expect
-- o.x <- t.a IDENTITY
-- problem: column inserted.x in INSERT was not read
