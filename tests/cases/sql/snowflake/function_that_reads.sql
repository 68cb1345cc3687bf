-- dialect: snowflake
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
insert into o (x) select y from table(db.s.changes(1))
-- expect
-- problem: function changes: where its rows come from is not known
