-- dialect: postgres
-- input: t(id, t)
-- output: o(a)
insert into o
select (t).zip
from t
-- expect
-- o.a <- t.t TRANSFORMATION
