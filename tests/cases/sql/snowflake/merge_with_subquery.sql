-- dialect: snowflake
-- input: raw.c(id, email, ts)
-- output: dim.c(id, email)
merge into dim.c t
using (select id, max(email) as email from raw.c where ts > 1 group by id) s
on t.id = s.id
when matched then update set t.email = s.email
when not matched then insert (id, email) values (s.id, s.email)
-- expect
-- dim.c.id <- raw.c.id IDENTITY
-- dim.c.email <- raw.c.email AGGREGATION
-- dim.c <- raw.c.id JOIN
-- dim.c <- dim.c.id JOIN
-- dim.c <- raw.c.ts FILTER
-- dim.c <- raw.c.id GROUP_BY
