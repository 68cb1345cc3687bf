-- dialect: postgres
-- input: staging.c(id, email, gone)
-- output: crm.c(id, email)
merge into crm.c as t using staging.c as s on t.id = s.id
when matched and s.gone then delete
when matched then update set email = s.email
when not matched then insert (id, email) values (s.id, lower(s.email))
-- expect
-- crm.c.email <- staging.c.email IDENTITY
-- crm.c.email <- staging.c.email TRANSFORMATION
-- crm.c.id <- staging.c.id IDENTITY
-- crm.c <- staging.c.id JOIN
-- crm.c <- crm.c.id JOIN
-- crm.c <- staging.c.gone FILTER
-- reads: staging.c
