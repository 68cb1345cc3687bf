-- dialect: mysql
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create table o as select j.* from t, json_table(t.b, '$[*]' columns (x int path '$.x')) as j
-- expect
-- o.x <- t.b TRANSFORMATION
-- o <- t.b JOIN
