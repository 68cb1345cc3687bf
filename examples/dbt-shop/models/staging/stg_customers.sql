select id as customer_id, lower(email) as email, country
from {{ source('raw', 'raw_customers') }}
