-- dialect: mysql
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create trigger r after insert on t for each row insert into o (x) values (new.a)
-- expect
-- problem: a statement of kind CREATE
