-- dialect: tsql
-- input: c(b)
-- output: a(b)
if 1 = 1 begin insert into a select b from c; end
-- expect
-- a.b <- c.b IDENTITY
