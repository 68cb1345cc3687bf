-- dialect: spark
-- input: raw.t(a, d)
-- output: mart.o(day, a)
insert overwrite table mart.o partition (day) select a, d from raw.t
-- expect
-- mart.o.a <- raw.t.a IDENTITY
-- mart.o.day <- raw.t.d IDENTITY
