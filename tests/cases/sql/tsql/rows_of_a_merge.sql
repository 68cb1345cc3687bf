-- dialect: tsql
-- input: t(a, b)
-- output: o(a, b)
-- output: log
insert into log (one, what)
select a, act from (
  merge o using t on o.a = t.a when matched then update set b = t.b output inserted.a, $action as act
) as changed where act = 'UPDATE'
-- expect
-- o.b <- t.b IDENTITY
-- o <- o.a JOIN
-- o <- t.a JOIN
-- log.one <- o.a IDENTITY
-- log <- o.a JOIN
-- log <- t.a JOIN
