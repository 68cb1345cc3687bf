-- dialect: spark
-- input: s(id, v)
-- output: t(id, v)
merge into t using s on t.id = s.id
when matched and s.v is not null then update set *
when not matched then insert *
-- expect
-- t.id <- s.id IDENTITY
-- t.v <- s.v IDENTITY
-- t <- s.id JOIN
-- t <- t.id JOIN
-- t <- s.v FILTER
