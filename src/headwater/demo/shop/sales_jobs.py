"""The jobs that fill the sales schema from staging, before two in the morning."""

from headwater.demo.shop.model import AIRFLOW, Identity, Job
from headwater.demo.shop.notation import daily, sql, writes

DAG = "nightly_sales"

SALES_JOBS: tuple[Job, ...] = (
    Job(
        id=Identity(AIRFLOW, "load_sales_customers"),
        owner="sam.lead",
        description="Customers we can reach.",
        sql=sql("""
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
        """),
        outputs=(
            writes(
                "sales.customers",
                """
                customer_id       copy   c.customer_id
                email             copy   c.email
                email_sha256      copy   c.email_sha256
                full_name         copy   c.full_name
                country           copy   c.country
                city              copy   c.city
                marketing_opt_in  copy   c.marketing_opt_in
                first_seen_on     calc   c.created_at
                *                 where  c.email
                """,
                c="staging.stg_customers",
            ),
        ),
        at=daily("00:45"),
        minutes=5,
        path="dags/nightly_sales/load_sales_customers.sql",
        dag=DAG,
    ),
    Job(
        id=Identity(AIRFLOW, "load_sales_orders"),
        owner="sam.lead",
        description="Orders in US dollars, at the rate of the day they were placed.",
        sql=sql("""
            insert into shopflow.sales.orders (
                order_id, customer_id, order_status, currency, amount_usd, coupon_code, utm_campaign,
                placed_at
            )
            select
                o.order_id,
                o.customer_id,
                o.order_status,
                o.currency,
                round(o.amount * fx.usd_rate, 2) as amount_usd,
                o.coupon_code,
                o.utm_campaign,
                o.placed_at
            from shopflow.staging.stg_orders as o
            join shopflow.staging.stg_fx_rates as fx
                on fx.currency = o.currency and fx.rate_date = cast(o.placed_at as date)
            where o.order_status <> 'draft'
        """),
        outputs=(
            writes(
                "sales.orders",
                """
                order_id      copy   o.order_id
                customer_id   copy   o.customer_id
                order_status  copy   o.order_status
                currency      copy   o.currency
                amount_usd    calc   o.amount fx.usd_rate
                coupon_code   copy   o.coupon_code
                utm_campaign  copy   o.utm_campaign
                placed_at     copy   o.placed_at
                *             join   o.currency o.placed_at fx.currency fx.rate_date
                *             where  o.order_status
                """,
                o="staging.stg_orders",
                fx="staging.stg_fx_rates",
            ),
        ),
        at=daily("00:50"),
        minutes=11,
        path="dags/nightly_sales/load_sales_orders.sql",
        dag=DAG,
    ),
    Job(
        id=Identity(AIRFLOW, "load_sales_order_items"),
        owner="sam.lead",
        description="Lines of orders with the shelf of each product.",
        sql=sql("""
            insert into shopflow.sales.order_items (
                order_id, line_no, product_id, category, quantity, line_total
            )
            select
                i.order_id,
                i.line_no,
                i.product_id,
                p.category,
                i.quantity,
                i.quantity * i.unit_price - coalesce(i.discount, 0) as line_total
            from shop.public.order_items as i
            join shopflow.staging.stg_products as p on p.product_id = i.product_id
        """),
        outputs=(
            writes(
                "sales.order_items",
                """
                order_id    copy  i.order_id
                line_no     copy  i.line_no
                product_id  copy  i.product_id
                category    copy  p.category
                quantity    copy  i.quantity
                line_total  calc  i.quantity i.unit_price i.discount
                *           join  i.product_id p.product_id
                """,
                i="shop.order_items",
                p="staging.stg_products",
            ),
        ),
        at=daily("00:55"),
        minutes=8,
        path="dags/nightly_sales/load_sales_order_items.sql",
        dag=DAG,
    ),
    Job(
        id=Identity(AIRFLOW, "load_sales_payments"),
        owner="lena.finance",
        description="Captured payments, with the card hashed.",
        sql=sql("""
            insert into shopflow.sales.payments (
                payment_id, order_id, method, card_fingerprint, currency, amount, paid_at
            )
            select
                p.payment_id,
                p.order_id,
                p.method,
                encode(sha256(cast(p.card_number as bytea)), 'hex') as card_fingerprint,
                p.currency,
                p.amount,
                p.paid_at
            from shop.public.payments as p
            where p.status = 'captured'
        """),
        outputs=(
            writes(
                "sales.payments",
                """
                payment_id        copy   p.payment_id
                order_id          copy   p.order_id
                method            copy   p.method
                card_fingerprint  mask   p.card_number
                currency          copy   p.currency
                amount            copy   p.amount
                paid_at           copy   p.paid_at
                *                 where  p.status
                """,
                p="shop.payments",
            ),
        ),
        at=daily("01:00"),
        minutes=5,
        path="dags/nightly_sales/load_sales_payments.sql",
        dag=DAG,
    ),
    Job(
        id=Identity(AIRFLOW, "fulfilment_status_etl"),
        owner="sam.lead",
        description="What still waits to be packed; reads orders, but not what they cost.",
        sql=sql("""
            insert into shopflow.sales.fulfilment_status (
                order_id, order_status, placed_at, items_total, is_open
            )
            select
                o.order_id,
                o.order_status,
                o.placed_at,
                sum(i.quantity) as items_total,
                o.order_status = 'placed' as is_open
            from shopflow.sales.orders as o
            join shopflow.sales.order_items as i on i.order_id = o.order_id
            group by o.order_id, o.order_status, o.placed_at
        """),
        outputs=(
            writes(
                "sales.fulfilment_status",
                """
                order_id      copy   o.order_id
                order_status  copy   o.order_status
                placed_at     copy   o.placed_at
                items_total   agg    i.quantity
                is_open       calc   o.order_status
                *             join   o.order_id i.order_id
                *             group  o.order_id o.order_status o.placed_at
                """,
                o="sales.orders",
                i="sales.order_items",
            ),
        ),
        at=daily("01:40"),
        minutes=6,
        path="dags/nightly_sales/fulfilment_status_etl.sql",
        dag=DAG,
    ),
)
