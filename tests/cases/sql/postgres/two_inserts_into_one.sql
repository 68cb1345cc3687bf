-- dialect: postgres
-- input: a(x)
-- input: b(x)
-- output: o(x)
insert into o select x from a;
insert into o select x from b;
-- expect
-- o.x <- a.x IDENTITY
-- o.x <- b.x IDENTITY
-- reads: a, b
