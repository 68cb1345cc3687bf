insert into shopflow.staging.stg_fx_rates (currency, rate_date, usd_rate)
select r.currency, r.rate_date, r.usd_rate
from lake.raw.fx_rates as r
where r.rate_date >= current_date - interval '1 day'
