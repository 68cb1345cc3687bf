-- dialect: spark
-- input: t(id, a, b)
-- output: o(id, name, amount)
insert into o
select id, stack(2, 'a', a, 'b', b) as (name, amount)
from t
-- expect
-- o.id <- t.id IDENTITY
-- o.amount <- t.a TRANSFORMATION
-- o.amount <- t.b TRANSFORMATION
