-- dialect: postgres
-- input: c(id, name)
-- input: r(customer_id, amount, ts)
-- output: o(name, last)
insert into o
select c.name, x.amount
from c cross join lateral (select amount from r where r.customer_id = c.id order by ts desc limit 1) x
-- expect
-- o.name <- c.name IDENTITY
-- o.last <- r.amount IDENTITY
-- o <- r.customer_id FILTER
-- o <- c.id FILTER
-- o <- r.ts SORT
