-- dialect: postgres
-- input: crm.c(email, phone, name)
-- output: o(e, p, n)
insert into o select md5(lower(email)), encode(digest(phone, 'sha256'), 'hex'), mask_name(name) from crm.c
-- expect
-- o.e <- crm.c.email TRANSFORMATION masking
-- o.p <- crm.c.phone TRANSFORMATION masking
-- o.n <- crm.c.name TRANSFORMATION masking
