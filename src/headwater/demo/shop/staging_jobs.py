"""The jobs that bring sources into staging, soon after midnight and through the day."""

from datetime import time

from headwater.demo.shop.model import AIRFLOW, Identity, Job
from headwater.demo.shop.notation import daily, sql, writes

DAG = "nightly_staging"

STAGING_JOBS: tuple[Job, ...] = (
    Job(
        id=Identity(AIRFLOW, "stage_fx_rates"),
        owner="lena.finance",
        description="Take the bank's exchange rates, four times a day.",
        sql=sql("""
            insert into shopflow.staging.stg_fx_rates (currency, rate_date, usd_rate)
            select r.currency, r.rate_date, r.usd_rate
            from lake.raw.fx_rates as r
            where r.rate_date >= current_date - interval '1 day'
        """),
        outputs=(
            writes(
                "staging.stg_fx_rates",
                """
                currency   copy   r.currency
                rate_date  copy   r.rate_date
                usd_rate   copy   r.usd_rate
                *          where  r.rate_date
                """,
                r="lake.fx_rates",
            ),
        ),
        at=tuple(time(hour, 2) for hour in (0, 6, 12, 18)),
        minutes=1,
        path="ingest/stage_fx_rates.sql",
    ),
    Job(
        id=Identity(AIRFLOW, "stage_customers"),
        owner="jonas.platform",
        description="Customers with their default address; the email is kept once and hashed once.",
        sql=sql("""
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
        """),
        outputs=(
            writes(
                "staging.stg_customers",
                """
                customer_id       copy  c.customer_id
                email             copy  c.email
                email_sha256      mask  c.email
                full_name         copy  c.full_name
                country           calc  a.country c.country
                city              copy  a.city
                postal_area       mask  a.postal_code
                marketing_opt_in  copy  c.marketing_opt_in
                created_at        copy  c.created_at
                *                 join  c.customer_id a.customer_id a.is_default
                """,
                c="crm.customers",
                a="crm.addresses",
            ),
        ),
        at=daily("00:05"),
        minutes=6,
        path="dags/nightly_staging/stage_customers.sql",
        dag=DAG,
    ),
    Job(
        id=Identity(AIRFLOW, "stage_orders"),
        owner="jonas.platform",
        description="Yesterday's orders from the shop.",
        sql=sql("""
            insert into shopflow.staging.stg_orders (
                order_id, customer_id, order_status, currency, amount, coupon_code, utm_campaign, placed_at
            )
            select
                o.order_id,
                o.customer_id,
                lower(o.status) as order_status,
                o.currency,
                o.amount,
                o.coupon_code,
                o.utm_campaign,
                o.placed_at
            from shop.public.orders as o
            where o.placed_at >= current_date - interval '1 day'
        """),
        outputs=(
            writes(
                "staging.stg_orders",
                """
                order_id      copy   o.order_id
                customer_id   copy   o.customer_id
                order_status  calc   o.status
                currency      copy   o.currency
                amount        copy   o.amount
                coupon_code   copy   o.coupon_code
                utm_campaign  copy   o.utm_campaign
                placed_at     copy   o.placed_at
                *             where  o.placed_at
                """,
                o="shop.orders",
            ),
        ),
        at=daily("00:10"),
        minutes=5,
        path="dags/nightly_staging/stage_orders.sql",
        dag=DAG,
    ),
    Job(
        id=Identity(AIRFLOW, "stage_products"),
        owner="jonas.platform",
        description="The catalogue with the stock of all halls.",
        sql=sql("""
            insert into shopflow.staging.stg_products (
                product_id, sku, title, category, unit_cost, stock_on_hand
            )
            select
                p.product_id,
                p.sku,
                p.title,
                p.category,
                p.unit_cost,
                sum(v.quantity) as stock_on_hand
            from shop.public.products as p
            left join shop.public.inventory as v on v.product_id = p.product_id
            group by p.product_id, p.sku, p.title, p.category, p.unit_cost
        """),
        outputs=(
            writes(
                "staging.stg_products",
                """
                product_id     copy   p.product_id
                sku            copy   p.sku
                title          copy   p.title
                category       copy   p.category
                unit_cost      copy   p.unit_cost
                stock_on_hand  agg    v.quantity
                *              join   p.product_id v.product_id
                *              group  p.product_id p.sku p.title p.category p.unit_cost
                """,
                p="shop.products",
                v="shop.inventory",
            ),
        ),
        at=daily("00:18"),
        minutes=3,
        path="dags/nightly_staging/stage_products.sql",
        dag=DAG,
    ),
    Job(
        id=Identity(AIRFLOW, "stage_ad_spend"),
        owner="mei.growth",
        description="Advertising charges, in US dollars.",
        sql=sql("""
            insert into shopflow.staging.stg_ad_spend (campaign, channel, spend_date, spend_usd, clicks)
            select
                s.campaign_name as campaign,
                s.channel,
                s.day as spend_date,
                round(s.spend * fx.usd_rate, 2) as spend_usd,
                s.clicks
            from lake.raw.ad_spend as s
            join shopflow.staging.stg_fx_rates as fx on fx.currency = s.currency and fx.rate_date = s.day
        """),
        outputs=(
            writes(
                "staging.stg_ad_spend",
                """
                campaign    copy  s.campaign_name
                channel     copy  s.channel
                spend_date  copy  s.day
                spend_usd   calc  s.spend fx.usd_rate
                clicks      copy  s.clicks
                *           join  s.currency s.day fx.currency fx.rate_date
                """,
                s="lake.ad_spend",
                fx="staging.stg_fx_rates",
            ),
        ),
        at=daily("00:20"),
        minutes=2,
        path="dags/nightly_staging/stage_ad_spend.sql",
        dag=DAG,
    ),
    Job(
        id=Identity(AIRFLOW, "sessionize_clickstream"),
        owner="jonas.platform",
        description="Put page views together into visits, every hour the shop is awake.",
        sql=sql("""
            insert into shopflow.staging.stg_sessions (
                session_id, visitor_hash, utm_campaign, started_at, ended_at, page_views
            )
            select
                v.session_id,
                max(encode(sha256(cast(v.visitor_ip as bytea)), 'hex')) as visitor_hash,
                min(v.utm_campaign) as utm_campaign,
                min(v.viewed_at) as started_at,
                max(v.viewed_at) as ended_at,
                count(v.event_id) as page_views
            from kafka.web.page_views as v
            group by v.session_id
        """),
        outputs=(
            writes(
                "lake.sessions",
                """
                session_id    copy   v.session_id
                visitor_hash  mask   v.visitor_ip
                utm_campaign  agg    v.utm_campaign
                started_at    agg    v.viewed_at
                ended_at      agg    v.viewed_at
                page_views    count  v.event_id
                *             group  v.session_id
                """,
                v="web.page_views",
            ),
        ),
        at=tuple(time(hour, 5) for hour in range(6, 22)),
        minutes=4,
        path="spark/sessionize_clickstream.py",
        integration="SPARK",
    ),
)
