-- dialect: snowflake
-- input: s(id, v, w)
-- output: a(id)
-- output: b(id)
insert all
    when v > 1 then into a values (id)
    when w = 2 then into a values (id)
    else into b values (id)
select id, v, w from s
-- expect
-- a.id <- s.id IDENTITY
-- a <- s.v FILTER
-- a <- s.w FILTER
-- b.id <- s.id IDENTITY
-- b <- s.v FILTER
-- b <- s.w FILTER
