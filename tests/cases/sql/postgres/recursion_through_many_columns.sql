-- dialect: postgres
-- input: t(a, b, c, d, e, f, g, h, i)
-- output: o
create table o as with recursive r as (
    select a, b, c, d, e, f, g, h, i from t union all select b, c, d, e, f, g, h, i, i from r
) select a from r
-- expect
-- o.a <- t.a IDENTITY
-- o.a <- t.b IDENTITY
-- o.a <- t.c IDENTITY
-- o.a <- t.d IDENTITY
-- o.a <- t.e IDENTITY
-- o.a <- t.f IDENTITY
-- o.a <- t.g IDENTITY
-- problem: r refers to itself in more than 6 steps
