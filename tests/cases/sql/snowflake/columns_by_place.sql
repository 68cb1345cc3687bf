-- dialect: snowflake
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
insert into o (x, y) select $2, u.$1 from u
-- expect
-- o.x <- u.d IDENTITY
-- o.y <- u.a IDENTITY
