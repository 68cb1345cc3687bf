-- dialect: databricks
-- input: t(a, b)
-- output: o(a, b)
merge with schema evolution into o using t on o.a = t.a when matched then update set * when not matched then insert *
-- expect
-- o.a <- t.a IDENTITY
-- o.b <- t.b IDENTITY
-- o <- o.a JOIN
-- o <- t.a JOIN
