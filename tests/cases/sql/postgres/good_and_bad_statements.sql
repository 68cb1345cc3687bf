-- dialect: postgres
-- input: a(x)
-- output: o(x)
insert into o select x from a;
insert into into o o select;
delete from a where x = 1;
-- expect
-- o.x <- a.x IDENTITY
-- problem: line 2:
