-- dialect: postgres
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create table o as select id from t, xmltable('/r' passing t.b columns id int path '@id') as x
-- expect
-- o.id <- t.b TRANSFORMATION
-- o <- t.b JOIN
