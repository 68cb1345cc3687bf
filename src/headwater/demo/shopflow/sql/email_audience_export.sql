insert into shopflow.marketing.email_audience (customer_id, email, full_name, country)
select c.customer_id, c.email, c.full_name, c.country
from shopflow.sales.customers as c
where c.marketing_opt_in
