-- dialect: hive
-- input: t(a, b)
-- output: o
-- output: p
with kept as (select a, b from t where b > 0)
from kept
insert overwrite table o select a as x
insert into table p select b as y
-- expect
-- o.x <- t.a IDENTITY guessed
-- p.y <- t.b IDENTITY guessed
-- o <- t.b FILTER
-- p <- t.b FILTER
-- unknown: o
-- unknown: p
