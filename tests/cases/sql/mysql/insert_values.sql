-- dialect: mysql
-- output: t(a)
insert into t values (1), (2)
-- expect
