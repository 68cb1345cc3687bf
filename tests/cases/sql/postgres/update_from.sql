-- dialect: postgres
-- input: crm.changes(id, email)
-- output: crm.customers(id, email, changed)
update crm.customers c set email = lower(s.email), changed = now()
from crm.changes s where s.id = c.id
-- expect
-- crm.customers.email <- crm.changes.email TRANSFORMATION
-- crm.customers <- crm.changes.id FILTER
-- crm.customers <- crm.customers.id FILTER
-- reads: crm.changes
