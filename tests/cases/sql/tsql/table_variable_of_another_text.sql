-- dialect: tsql
-- input: t(a, b)
-- output: o
insert into o (x, y) select t.a, k.v from t join @kept as k on k.id = t.b
-- expect
-- o.x <- t.a IDENTITY
-- o.y <- @kept.v IDENTITY unreported
-- o <- @kept.id JOIN unreported
-- o <- t.b JOIN
-- problem: table variable @kept is not filled by this text
