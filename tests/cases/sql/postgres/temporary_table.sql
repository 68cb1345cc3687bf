-- dialect: postgres
-- input: sales.orders(id, amount, day)
-- output: mart.x(id, total)
create temp table recent on commit drop as select id, amount from sales.orders where day > now();
insert into mart.x select id, sum(amount) from recent group by id;
drop table recent;
-- expect
-- mart.x.id <- sales.orders.id IDENTITY
-- mart.x.total <- sales.orders.amount AGGREGATION
-- mart.x <- sales.orders.day FILTER
-- mart.x <- sales.orders.id GROUP_BY
-- reads: sales.orders
