-- dialect: postgres
-- input: a(x, y)
-- output: made
-- output: o(p, q)
create table made as select x, y from a;
insert into o select * from made;
-- expect
-- made.x <- a.x IDENTITY
-- made.y <- a.y IDENTITY
-- o.p <- made.x IDENTITY
-- o.q <- made.y IDENTITY
