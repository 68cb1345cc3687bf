-- dialect: mysql
-- input: t(id)
-- input: u(id)
-- output: o
create table o as select case when exists (select 1 from u where u.id = t.id) then 'y' end as f from t
-- expect
-- o.f <- t.id CONDITIONAL
-- o.f <- u.id CONDITIONAL
