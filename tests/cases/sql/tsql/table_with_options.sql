-- dialect: tsql
-- input: t(a, b)
-- output: o
create table dbo.o with (distribution = hash(a), clustered columnstore index) as select a, b from t
-- expect
-- o.a <- t.a IDENTITY
-- o.b <- t.b IDENTITY
