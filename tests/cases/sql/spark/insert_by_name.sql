-- dialect: spark
-- input: raw.t(a, b)
-- output: mart.o(b, a)
insert into mart.o by name select a, b from raw.t
-- expect
-- mart.o.a <- raw.t.a IDENTITY
-- mart.o.b <- raw.t.b IDENTITY
