-- dialect: postgres
-- input: a(x)
-- output: o(x)
insert into o select x from a;
insert into o select 'never closed from a;
-- expect
-- o.x <- a.x IDENTITY
-- problem: line 2:
