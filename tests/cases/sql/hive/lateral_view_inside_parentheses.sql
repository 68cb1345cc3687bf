-- dialect: hive
-- input: t(a, b)
-- input: u(d)
-- output: o
create table o as select a, x from (t cross join u lateral view explode(b) e as x)
-- expect
-- o.a <- t.a IDENTITY
-- o.x <- t.b TRANSFORMATION
-- reads: t, u
-- o <- t.b JOIN
