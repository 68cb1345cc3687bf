-- dialect: snowflake
-- input: s(p, q)
-- output: a(x)
-- output: b(m, n)
insert all
  into a (x) values (p)
  into b
select p, q from s
-- expect
-- a.x <- s.p IDENTITY
-- b.m <- s.p IDENTITY
-- b.n <- s.q IDENTITY
