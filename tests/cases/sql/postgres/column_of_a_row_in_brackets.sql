-- dialect: postgres
-- input: t(id, v)
-- output: o(a, b)
insert into o
select (x).v, (x.id)
from t as x
-- expect
-- o.a <- t.v IDENTITY
-- o.b <- t.id IDENTITY
