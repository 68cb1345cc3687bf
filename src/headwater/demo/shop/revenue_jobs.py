"""The three pipelines that read `amount_usd`, and the two mart jobs beside them that do not."""

from headwater.demo.shop.model import AIRFLOW, Identity, Job
from headwater.demo.shop.notation import daily, sql, writes

DAG = "nightly_sales"

REVENUE_JOBS: tuple[Job, ...] = (
    Job(
        id=Identity(AIRFLOW, "revenue_etl_pipeline"),
        owner="sam.lead",
        description="Revenue by day, country and currency.",
        sql=sql("""
            insert into shopflow.marts.fct_revenue (
                revenue_date, country, currency, orders_count, gross_revenue_usd, avg_order_usd
            )
            select
                cast(o.placed_at as date) as revenue_date,
                c.country,
                o.currency,
                count(o.order_id) as orders_count,
                sum(o.amount_usd) as gross_revenue_usd,
                round(avg(o.amount_usd), 2) as avg_order_usd
            from shopflow.sales.orders as o
            join shopflow.sales.customers as c on c.customer_id = o.customer_id
            where o.order_status = 'completed'
            group by cast(o.placed_at as date), c.country, o.currency
        """),
        outputs=(
            writes(
                "marts.fct_revenue",
                """
                revenue_date       calc   o.placed_at
                country            copy   c.country
                currency           copy   o.currency
                orders_count       count  o.order_id
                gross_revenue_usd  agg    o.amount_usd
                avg_order_usd      agg    o.amount_usd
                *                  join   o.customer_id c.customer_id
                *                  where  o.order_status
                *                  group  o.placed_at c.country o.currency
                """,
                o="sales.orders",
                c="sales.customers",
            ),
        ),
        at=daily("02:10"),
        minutes=14,
        path="dags/nightly_sales/revenue_etl_pipeline.sql",
        dag=DAG,
    ),
    Job(
        id=Identity(AIRFLOW, "customer_ltv_pipeline"),
        owner="priya.data",
        description="What each customer has been worth to date.",
        sql=sql("""
            insert into shopflow.marts.customer_ltv (
                customer_id, email_sha256, country, first_order_at, orders_count, lifetime_value_usd
            )
            select
                c.customer_id,
                c.email_sha256,
                c.country,
                min(o.placed_at) as first_order_at,
                count(o.order_id) as orders_count,
                sum(o.amount_usd) as lifetime_value_usd
            from shopflow.sales.customers as c
            join shopflow.sales.orders as o on o.customer_id = c.customer_id
            where o.order_status in ('completed', 'placed')
            group by c.customer_id, c.email_sha256, c.country
        """),
        outputs=(
            writes(
                "marts.customer_ltv",
                """
                customer_id         copy   c.customer_id
                email_sha256        copy   c.email_sha256
                country             copy   c.country
                first_order_at      agg    o.placed_at
                orders_count        count  o.order_id
                lifetime_value_usd  agg    o.amount_usd
                *                   join   c.customer_id o.customer_id
                *                   where  o.order_status
                *                   group  c.customer_id c.email_sha256 c.country
                """,
                c="sales.customers",
                o="sales.orders",
            ),
        ),
        at=daily("02:40"),
        minutes=12,
        path="dags/nightly_sales/customer_ltv_pipeline.sql",
        dag=DAG,
    ),
    Job(
        id=Identity(AIRFLOW, "campaign_attribution_pipeline"),
        owner="mei.growth",
        description="What campaigns and channels cost and brought; two statements, two tables.",
        sql=sql("""
            insert into shopflow.marketing.campaign_roi (
                campaign, channel, spend_date, spend_usd, attributed_revenue_usd, roi
            )
            with attributed as (
                select
                    o.utm_campaign,
                    cast(o.placed_at as date) as order_date,
                    sum(o.amount_usd) as revenue_usd
                from shopflow.sales.orders as o
                where o.utm_campaign is not null
                group by o.utm_campaign, cast(o.placed_at as date)
            )
            select
                s.campaign,
                s.channel,
                s.spend_date,
                s.spend_usd,
                a.revenue_usd as attributed_revenue_usd,
                a.revenue_usd / nullif(s.spend_usd, 0) as roi
            from shopflow.staging.stg_ad_spend as s
            join attributed as a on a.utm_campaign = s.campaign and a.order_date = s.spend_date;

            insert into shopflow.marketing.channel_revenue (channel, revenue_date, revenue_usd)
            select s.channel, s.spend_date as revenue_date, sum(o.amount_usd) as revenue_usd
            from shopflow.staging.stg_ad_spend as s
            join shopflow.sales.orders as o
                on o.utm_campaign = s.campaign and cast(o.placed_at as date) = s.spend_date
            group by s.channel, s.spend_date
        """),
        outputs=(
            writes(
                "marketing.campaign_roi",
                """
                campaign                copy   s.campaign
                channel                 copy   s.channel
                spend_date              copy   s.spend_date
                spend_usd               copy   s.spend_usd
                attributed_revenue_usd  agg    o.amount_usd
                roi                     agg    o.amount_usd
                roi                     calc   s.spend_usd
                *                       join   s.campaign s.spend_date o.utm_campaign o.placed_at
                *                       where  o.utm_campaign
                *                       group  o.utm_campaign o.placed_at
                """,
                o="sales.orders",
                s="staging.stg_ad_spend",
            ),
            writes(
                "marketing.channel_revenue",
                """
                channel       copy   s.channel
                revenue_date  copy   s.spend_date
                revenue_usd   agg    o.amount_usd
                *             join   s.campaign s.spend_date o.utm_campaign o.placed_at
                *             group  s.channel s.spend_date
                """,
                o="sales.orders",
                s="staging.stg_ad_spend",
            ),
        ),
        at=daily("03:05"),
        minutes=9,
        path="dags/nightly_sales/campaign_attribution_pipeline.sql",
        dag=DAG,
    ),
    Job(
        id=Identity(AIRFLOW, "product_performance_etl"),
        owner="omar.bi",
        description="How each product sells.",
        sql=sql("""
            insert into shopflow.marts.product_performance (
                product_id, title, category, units_sold, sales_value, stock_on_hand
            )
            select
                p.product_id,
                p.title,
                p.category,
                sum(i.quantity) as units_sold,
                sum(i.line_total) as sales_value,
                max(p.stock_on_hand) as stock_on_hand
            from shopflow.staging.stg_products as p
            join shopflow.sales.order_items as i on i.product_id = p.product_id
            group by p.product_id, p.title, p.category
        """),
        outputs=(
            writes(
                "marts.product_performance",
                """
                product_id     copy   p.product_id
                title          copy   p.title
                category       copy   p.category
                units_sold     agg    i.quantity
                sales_value    agg    i.line_total
                stock_on_hand  agg    p.stock_on_hand
                *              join   p.product_id i.product_id
                *              group  p.product_id p.title p.category
                """,
                p="staging.stg_products",
                i="sales.order_items",
            ),
        ),
        at=daily("03:20"),
        minutes=7,
        path="dags/nightly_sales/product_performance_etl.sql",
        dag=DAG,
    ),
    Job(
        id=Identity(AIRFLOW, "funnel_daily_etl"),
        owner="mei.growth",
        description="From visit to order, by day.",
        sql=sql("""
            insert into shopflow.marts.funnel_daily (funnel_date, sessions, checkouts, conversion_rate)
            select
                cast(s.started_at as date) as funnel_date,
                count(distinct s.session_id) as sessions,
                count(distinct e.session_id) as checkouts,
                count(distinct e.session_id) * 1.0 / count(distinct s.session_id) as conversion_rate
            from shopflow.staging.stg_sessions as s
            left join kafka.web.checkout_events as e on e.session_id = s.session_id and e.step = 'done'
            group by cast(s.started_at as date)
        """),
        outputs=(
            writes(
                "marts.funnel_daily",
                """
                funnel_date      calc   s.started_at
                sessions         count  s.session_id
                checkouts        count  e.session_id
                conversion_rate  count  e.session_id s.session_id
                *                join   s.session_id e.session_id e.step
                *                group  s.started_at
                """,
                s="staging.stg_sessions",
                e="web.checkout_events",
            ),
        ),
        at=daily("03:30"),
        minutes=6,
        path="dags/nightly_sales/funnel_daily_etl.sql",
        dag=DAG,
    ),
)
