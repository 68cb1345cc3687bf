-- dialect: tsql
-- input: e(id, boss)
-- output: o(id)
with c as (select id, boss from e where boss is null union all select e.id, e.boss from e join c on e.boss = c.id)
insert into o select id from c
-- expect
-- o.id <- e.id IDENTITY
-- o <- e.boss FILTER
-- o <- e.boss JOIN
-- o <- e.id JOIN
