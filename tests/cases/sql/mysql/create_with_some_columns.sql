-- dialect: mysql
-- input: t(id, b)
-- output: o
create table o (id int, primary key (id)) select id, b as x from t
-- expect
-- o.id <- t.id IDENTITY
-- problem: a query of 2 columns for 1 of o
