-- dialect: spark
-- input: raw.t(a, b)
-- output: mart.o(a, b, day)
insert overwrite table mart.o partition (day = '2026-01-01') select a, b from raw.t
-- expect
-- mart.o.a <- raw.t.a IDENTITY
-- mart.o.b <- raw.t.b IDENTITY
