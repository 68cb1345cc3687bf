-- dialect: postgres
-- input: t(a, b)
-- output: o(a, b)
-- output: log
with changed as (
  merge into o using t on o.a = t.a when matched then update set b = t.b returning o.a, o.b
)
insert into log (one, two) select a, b from changed
-- expect
-- o.b <- t.b IDENTITY
-- o <- o.a JOIN
-- o <- t.a JOIN
-- log.one <- o.a IDENTITY
-- log.two <- t.b IDENTITY
-- log <- o.a JOIN
-- log <- t.a JOIN
