-- dialect: tsql
-- input: t(a, b)
-- output: o(id, x)
-- output: log(action, y)
merge o using t on o.id = t.a
when matched then update set x = t.b
output $action, inserted.x into log;
-- expect
-- log <- o.id JOIN
-- log <- t.a JOIN
-- log.y <- t.b IDENTITY
-- o <- o.id JOIN
-- o <- t.a JOIN
-- o.x <- t.b IDENTITY
