create table shop.customers (
    id integer primary key,
    email text not null,
    country text
);

create table shop.orders (
    id integer primary key,
    customer_id integer not null,
    amount numeric(10, 2),
    status text,
    placed_at timestamp
);

create view shop.paid_orders as
select id, customer_id, amount, placed_at
from shop.orders
where status = 'paid';

create view shop.revenue_by_customer as
select customer_id, sum(amount) as revenue
from shop.paid_orders
group by customer_id;
