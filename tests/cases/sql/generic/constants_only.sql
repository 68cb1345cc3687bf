-- output: o(a)
insert into o select 1
-- expect
