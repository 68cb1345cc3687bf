-- dialect: clickhouse
-- input: t(a)
-- output: o(a)
exchange tables t and o
-- expect
-- o.a <- t.a IDENTITY
-- t.a <- o.a IDENTITY
