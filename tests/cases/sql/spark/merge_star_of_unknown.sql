-- dialect: spark
-- input: s
-- output: t(id, v)
merge into t using s on t.id = s.id when not matched then insert *
-- expect
-- t.id <- s.id IDENTITY guessed
-- t.v <- s.v IDENTITY guessed
-- t <- s.id JOIN
-- t <- t.id JOIN
-- unknown: s
