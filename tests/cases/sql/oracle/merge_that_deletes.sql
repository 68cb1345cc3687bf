-- dialect: oracle
-- input: t(a, b, c)
-- output: o(a, b, c)
merge into o using t on (o.a = t.a)
when matched then update set o.b = t.b where t.b > 0 delete where o.c < 0
when not matched then insert (a, b) values (t.a, t.b)
-- expect
-- o.a <- t.a IDENTITY
-- o.b <- t.b IDENTITY
-- o <- o.a JOIN
-- o <- t.a JOIN
-- o <- t.b FILTER
-- o <- o.c FILTER
