-- dialect: postgres
-- input: t(k, b)
-- output: o
create table o as
select distinct on (k) b as k from t
-- expect
-- o <- t.b GROUP_BY
-- o.k <- t.b IDENTITY
