-- dialect: postgres
-- input: crm.c(email)
-- output: o(e)
with h as (select md5(email) as e from crm.c) insert into o select upper(e) from h
-- expect
-- o.e <- crm.c.email TRANSFORMATION masking
