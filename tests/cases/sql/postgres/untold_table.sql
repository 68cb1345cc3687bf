-- dialect: postgres
-- output: o(x)
insert into o select t.x from Other.Thing t
-- expect
-- o.x <- other.thing.x IDENTITY unreported
