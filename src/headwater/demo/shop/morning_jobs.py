"""The jobs after four in the morning: finance, executive numbers and segments.

Neither they nor the dashboards are due before the alert of 20 April, so the night's damage stops short
of them.
"""

from headwater.demo.shop.marts import AUDIENCE_RENAMED
from headwater.demo.shop.model import AIRFLOW, Identity, Job
from headwater.demo.shop.notation import daily, sql, writes

DAG = "nightly_sales"

MORNING_JOBS: tuple[Job, ...] = (
    Job(
        id=Identity(AIRFLOW, "daily_revenue_etl"),
        owner="lena.finance",
        description="Revenue by day beside the money that came in.",
        sql=sql("""
            insert into shopflow.finance.daily_revenue (
                revenue_date, orders_count, revenue_usd, captured_amount
            )
            with captured as (
                select cast(p.paid_at as date) as paid_on, sum(p.amount) as captured_amount
                from shopflow.sales.payments as p
                group by cast(p.paid_at as date)
            )
            select
                r.revenue_date,
                sum(r.orders_count) as orders_count,
                sum(r.gross_revenue_usd) as revenue_usd,
                max(k.captured_amount) as captured_amount
            from shopflow.marts.fct_revenue as r
            left join captured as k on k.paid_on = r.revenue_date
            group by r.revenue_date
        """),
        outputs=(
            writes(
                "finance.daily_revenue",
                """
                revenue_date     copy   r.revenue_date
                orders_count     agg    r.orders_count
                revenue_usd      agg    r.gross_revenue_usd
                captured_amount  agg    p.amount
                *                join   r.revenue_date p.paid_at
                *                group  r.revenue_date p.paid_at
                """,
                r="marts.fct_revenue",
                p="sales.payments",
            ),
        ),
        at=daily("04:30"),
        minutes=4,
        path="dags/nightly_sales/daily_revenue_etl.sql",
        dag=DAG,
    ),
    Job(
        id=Identity(AIRFLOW, "monthly_close_etl"),
        owner="lena.finance",
        description="What the books say, month by month.",
        sql=sql("""
            insert into shopflow.finance.monthly_close (
                close_month, orders_count, revenue_usd, captured_amount, variance
            )
            select
                date_trunc('month', d.revenue_date) as close_month,
                sum(d.orders_count) as orders_count,
                sum(d.revenue_usd) as revenue_usd,
                sum(d.captured_amount) as captured_amount,
                sum(d.revenue_usd) - sum(d.captured_amount) as variance
            from shopflow.finance.daily_revenue as d
            group by date_trunc('month', d.revenue_date)
        """),
        outputs=(
            writes(
                "finance.monthly_close",
                """
                close_month      calc   d.revenue_date
                orders_count     agg    d.orders_count
                revenue_usd      agg    d.revenue_usd
                captured_amount  agg    d.captured_amount
                variance         agg    d.revenue_usd d.captured_amount
                *                group  d.revenue_date
                """,
                d="finance.daily_revenue",
            ),
        ),
        at=daily("05:00"),
        minutes=3,
        path="dags/nightly_sales/monthly_close_etl.sql",
        dag=DAG,
    ),
    Job(
        id=Identity(AIRFLOW, "executive_kpis_etl"),
        owner="omar.bi",
        description="The numbers of the Monday meeting.",
        sql=sql("""
            create or replace view shopflow.marts.executive_kpis as
            with worth as (
                select avg(l.lifetime_value_usd) as avg_ltv_usd from shopflow.marts.customer_ltv as l
            )
            select
                d.revenue_date as kpi_date,
                d.revenue_usd,
                d.orders_count,
                f.conversion_rate,
                w.avg_ltv_usd
            from shopflow.finance.daily_revenue as d
            left join shopflow.marts.funnel_daily as f on f.funnel_date = d.revenue_date
            cross join worth as w
        """),
        outputs=(
            writes(
                "marts.executive_kpis",
                """
                kpi_date         copy  d.revenue_date
                revenue_usd      copy  d.revenue_usd
                orders_count     copy  d.orders_count
                conversion_rate  copy  f.conversion_rate
                avg_ltv_usd      agg   l.lifetime_value_usd
                *                join  d.revenue_date f.funnel_date
                """,
                d="finance.daily_revenue",
                f="marts.funnel_daily",
                l="marts.customer_ltv",
            ),
        ),
        at=daily("05:30"),
        minutes=2,
        path="dags/nightly_sales/executive_kpis_etl.sql",
        dag=DAG,
    ),
    Job(
        id=Identity(AIRFLOW, "customer_segments_etl"),
        owner="mei.growth",
        description="Customers in groups by worth.",
        sql=sql("""
            insert into shopflow.marketing.customer_segments (
                customer_id, email_sha256, segment, lifetime_value_usd
            )
            select
                l.customer_id,
                l.email_sha256,
                case
                    when l.lifetime_value_usd >= 1000 then 'gold'
                    when l.lifetime_value_usd >= 250 then 'silver'
                    else 'bronze'
                end as segment,
                l.lifetime_value_usd
            from shopflow.marts.customer_ltv as l
        """),
        outputs=(
            writes(
                "marketing.customer_segments",
                """
                customer_id         copy  l.customer_id
                email_sha256        copy  l.email_sha256
                segment             case  l.lifetime_value_usd
                lifetime_value_usd  copy  l.lifetime_value_usd
                """,
                l="marts.customer_ltv",
            ),
        ),
        at=daily("05:45"),
        minutes=5,
        path="dags/nightly_sales/customer_segments_etl.sql",
        dag=DAG,
    ),
    Job(
        id=Identity(AIRFLOW, "email_audience_export"),
        owner="mei.growth",
        description="Who gets the newsletter; the one place where plain addresses leave sales.",
        sql=sql("""
            insert into shopflow.marketing.email_audience (customer_id, email, full_name, country)
            select c.customer_id, c.email, c.full_name, c.country
            from shopflow.sales.customers as c
            where c.marketing_opt_in
        """),
        outputs=(
            writes(
                "marketing.email_audience",
                """
                customer_id  copy   c.customer_id
                email        copy   c.email
                full_name    copy   c.full_name
                country      copy   c.country
                *            where  c.marketing_opt_in
                """,
                c="sales.customers",
            ),
        ),
        at=daily("06:00"),
        minutes=3,
        path="dags/nightly_sales/email_audience_export.sql",
        dag=DAG,
        since=AUDIENCE_RENAMED,
    ),
)
