-- dialect: tsql
-- input: t(a)
-- output: o
insert into o (x) select a from #made_before
-- expect
-- o.x <- #made_before.a IDENTITY unreported
-- problem: temporary table #made_before is not filled by this text
