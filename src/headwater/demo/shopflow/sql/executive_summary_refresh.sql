select k.kpi_date, k.revenue_usd, k.conversion_rate, k.avg_ltv_usd
from shopflow.marts.executive_kpis as k
where k.kpi_date >= current_date - interval '30 days'
