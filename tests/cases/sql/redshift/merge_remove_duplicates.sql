-- dialect: redshift
-- input: t(a, b)
-- output: o(a, b)
merge into o using t on o.a = t.a remove duplicates
-- expect
-- o.a <- t.a IDENTITY
-- o.b <- t.b IDENTITY
-- o <- o.a JOIN
-- o <- t.a JOIN
