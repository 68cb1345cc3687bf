-- dialect: postgres
-- input: t(x, y, z)
-- output: o(a)
insert into o (a) select x from t where t.y > (select avg(y) from t t2 where t2.z = t.z)
-- expect
-- o.a <- t.x IDENTITY
-- o <- t.y FILTER
-- o <- t.z FILTER
