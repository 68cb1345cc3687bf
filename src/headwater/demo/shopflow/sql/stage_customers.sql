insert into shopflow.staging.stg_customers (
    customer_id, email, email_sha256, full_name, country, city, postal_area,
    marketing_opt_in, created_at
)
select
    c.customer_id,
    c.email,
    encode(sha256(cast(lower(c.email) as bytea)), 'hex') as email_sha256,
    c.full_name,
    coalesce(a.country, c.country) as country,
    a.city,
    left(a.postal_code, 3) as postal_area,
    c.marketing_opt_in,
    c.created_at
from crm.public.customers as c
left join crm.public.addresses as a on a.customer_id = c.customer_id and a.is_default
