-- dialect: tsql
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
insert into o (x) select a from t
;with c as (select d from u) insert into o (y) select d from c
merge o using t on o.x = t.a when matched then update set o.z = t.b
-- expect
-- o.x <- t.a IDENTITY
-- o.y <- u.d IDENTITY
-- o.z <- t.b IDENTITY
-- o <- o.x JOIN
-- o <- t.a JOIN
