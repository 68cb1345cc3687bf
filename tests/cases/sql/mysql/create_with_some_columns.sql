-- dialect: mysql
-- input: t(id, b)
-- output: o
create table o (id int, primary key (id)) select id, b as x from t
-- expect
-- o.id <- t.id IDENTITY
-- o.x <- t.b IDENTITY
