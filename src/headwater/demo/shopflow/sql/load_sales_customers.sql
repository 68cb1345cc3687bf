insert into shopflow.sales.customers (
    customer_id, email, email_sha256, full_name, country, city, marketing_opt_in, first_seen_on
)
select
    c.customer_id,
    c.email,
    c.email_sha256,
    c.full_name,
    c.country,
    c.city,
    c.marketing_opt_in,
    cast(c.created_at as date) as first_seen_on
from shopflow.staging.stg_customers as c
where c.email is not null
