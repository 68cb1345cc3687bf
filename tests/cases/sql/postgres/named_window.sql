-- dialect: postgres
-- input: t(a, b)
-- output: o(r)
insert into o select rank() over w from t window w as (partition by a order by b)
-- expect
-- o.r <- t.a WINDOW
-- o.r <- t.b WINDOW
