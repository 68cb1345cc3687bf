"""The warehouse's upper floors: marts, marketing and finance, and the dashboards on top."""

from datetime import UTC, datetime

from headwater.demo.shop.model import Dataset
from headwater.demo.shop.naming import dashboard, table

AUDIENCE_RENAMED = datetime(2026, 3, 23, 8, 0, tzinfo=UTC)

AUDIENCE = """
    customer_id  bigint        internal         The account's number.
    email        varchar(320)  restricted+pii   Where to write.
    full_name    varchar(200)  restricted+pii   How to begin the letter.
    country      char(2)       internal         Which language to write in.
"""

MARTS: tuple[Dataset, ...] = (
    table(
        "marts.fct_revenue",
        "sam.lead",
        1,
        410,
        "Revenue by day, country and currency.",
        """
        revenue_date       date           internal       The day.
        country            char(2)        internal       Country of the customer.
        currency           char(3)        public         What was paid in.
        orders_count       integer        internal       Completed orders.
        gross_revenue_usd  numeric(14,2)  confidential   Their sum in US dollars.
        avg_order_usd      numeric(12,2)  confidential   The mean order.
        """,
    ),
    table(
        "marts.customer_ltv",
        "priya.data",
        1,
        31_500,
        "What each customer has been worth to date.",
        """
        customer_id         bigint         internal       The customer.
        email_sha256        char(64)       confidential   The address, hashed.
        country             char(2)        internal       Country.
        first_order_at      timestamptz    internal       The first order.
        orders_count        integer        internal       Orders to date.
        lifetime_value_usd  numeric(14,2)  confidential   Their sum in US dollars.
        """,
    ),
    table(
        "marts.executive_kpis",
        "omar.bi",
        1,
        30,
        "The numbers of the Monday meeting.",
        """
        kpi_date         date           internal       The day.
        revenue_usd      numeric(14,2)  confidential   Revenue of the day.
        orders_count     integer        internal       Orders of the day.
        conversion_rate  numeric(6,4)   internal       Visits that ended in an order.
        avg_ltv_usd      numeric(14,2)  confidential   Mean worth of a customer.
        """,
        kind="VIEW",
    ),
    table(
        "marts.product_performance",
        "omar.bi",
        2,
        2_900,
        "How each product sells.",
        """
        product_id     bigint         public         The product.
        title          varchar(200)   public         Its name.
        category       varchar(80)    public         Its shelf.
        units_sold     integer        internal       How many were sold.
        sales_value    numeric(14,2)  confidential   For how much.
        stock_on_hand  integer        internal       How many are left.
        """,
    ),
    table(
        "marts.funnel_daily",
        "mei.growth",
        2,
        30,
        "From visit to order, by day.",
        """
        funnel_date      date          internal   The day.
        sessions         integer       internal   Visits.
        checkouts        integer       internal   Visits that reached the checkout.
        conversion_rate  numeric(6,4)  internal   The second over the first.
        """,
    ),
)

MARKETING: tuple[Dataset, ...] = (
    table(
        "marketing.campaign_roi",
        "mei.growth",
        2,
        240,
        "What each campaign cost and brought.",
        """
        campaign                varchar(80)    internal       The campaign.
        channel                 varchar(40)    internal       Where it ran.
        spend_date              date           internal       The day.
        spend_usd               numeric(12,2)  confidential   What it cost.
        attributed_revenue_usd  numeric(14,2)  confidential   What its orders were worth.
        roi                     numeric(10,4)  confidential   The second over the first.
        """,
    ),
    table(
        "marketing.channel_revenue",
        "mei.growth",
        2,
        8,
        "Revenue by channel.",
        """
        channel       varchar(40)    internal       Where the campaigns ran.
        revenue_date  date           internal       The day.
        revenue_usd   numeric(14,2)  confidential   What their orders were worth.
        """,
    ),
    table(
        "marketing.customer_segments",
        "mei.growth",
        2,
        31_500,
        "Customers in groups by worth.",
        """
        customer_id         bigint         internal       The customer.
        email_sha256        char(64)       confidential   The address, hashed.
        segment             varchar(20)    internal       gold, silver or bronze.
        lifetime_value_usd  numeric(14,2)  confidential   Worth to date.
        """,
    ),
    table(
        "marketing.newsletter_list",
        "mei.growth",
        3,
        19_800,
        "Who gets the newsletter; kept by hand, and since renamed to email_audience.",
        AUDIENCE,
    ),
    table(
        "marketing.email_audience",
        "mei.growth",
        3,
        19_900,
        "Who gets the newsletter.",
        AUDIENCE,
        since=AUDIENCE_RENAMED,
    ),
)

FINANCE: tuple[Dataset, ...] = (
    table(
        "finance.daily_revenue",
        "lena.finance",
        1,
        30,
        "Revenue by day beside the money that came in.",
        """
        revenue_date     date           internal       The day.
        orders_count     integer        internal       Completed orders.
        revenue_usd      numeric(14,2)  confidential   Their sum in US dollars.
        captured_amount  numeric(14,2)  confidential   Payments captured that day.
        """,
    ),
    table(
        "finance.monthly_close",
        "lena.finance",
        1,
        12,
        "What the books say, month by month.",
        """
        close_month      date           internal       The first of the month.
        orders_count     integer        internal       Completed orders.
        revenue_usd      numeric(16,2)  confidential   Revenue of the month.
        captured_amount  numeric(16,2)  confidential   Payments of the month.
        variance         numeric(16,2)  confidential   The first less the second.
        """,
    ),
)

DASHBOARDS: tuple[Dataset, ...] = (
    dashboard(
        "revenue_overview",
        "omar.bi",
        1,
        410,
        "Revenue by day and country; on the wall of the sales floor.",
        """
        revenue_date       date           internal       The day.
        country            char(2)        internal       Country.
        orders_count       integer        internal       Completed orders.
        gross_revenue_usd  numeric(14,2)  confidential   Revenue.
        """,
    ),
    dashboard(
        "executive_summary",
        "omar.bi",
        1,
        30,
        "One page for the Monday meeting.",
        """
        kpi_date         date           internal       The day.
        revenue_usd      numeric(14,2)  confidential   Revenue.
        conversion_rate  numeric(6,4)   internal       Visits that ended in an order.
        avg_ltv_usd      numeric(14,2)  confidential   Mean worth of a customer.
        """,
    ),
    dashboard(
        "customer_health",
        "priya.data",
        2,
        90,
        "Worth of customers by segment and country.",
        """
        segment    varchar(20)    internal       gold, silver or bronze.
        country    char(2)        internal       Country.
        customers  integer        internal       How many.
        value_usd  numeric(16,2)  confidential   Their worth together.
        """,
    ),
    dashboard(
        "campaign_performance",
        "mei.growth",
        3,
        240,
        "Campaigns against their channel.",
        """
        campaign             varchar(80)    internal       The campaign.
        channel              varchar(40)    internal       Where it ran.
        roi                  numeric(10,4)  confidential   Revenue over cost.
        channel_revenue_usd  numeric(14,2)  confidential   Revenue of the whole channel.
        """,
    ),
)
