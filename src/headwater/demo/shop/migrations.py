"""Every change of shape in the thirty days, the last of which is the one that broke the night."""

from datetime import UTC, datetime

from headwater.demo.shop.marts import AUDIENCE_RENAMED
from headwater.demo.shop.model import WAREHOUSE, Identity, Migration
from headwater.demo.shop.notation import columns, sql

AMOUNT_DROPPED = datetime(2026, 4, 20, 1, 23, tzinfo=UTC)

MIGRATIONS: tuple[Migration, ...] = (
    Migration(
        job="marketing_email_audience_migration",
        at=AUDIENCE_RENAMED,
        actor="mei.growth",
        dataset="marketing.email_audience",
        lifecycle="RENAME",
        sql="alter table shopflow.marketing.newsletter_list rename to email_audience",
        pull_request=398,
        previous=Identity(WAREHOUSE, "shopflow.marketing.newsletter_list"),
    ),
    Migration(
        job="staging_cleanup_migration",
        at=datetime(2026, 3, 25, 9, 30, tzinfo=UTC),
        actor="jonas.platform",
        dataset="staging.stg_orders_backup_2025",
        lifecycle="DROP",
        sql="drop table shopflow.staging.stg_orders_backup_2025",
        pull_request=403,
    ),
    Migration(
        job="sales_orders_schema_migration",
        at=datetime(2026, 4, 9, 10, 12, tzinfo=UTC),
        actor="sam.lead",
        dataset="sales.orders",
        lifecycle="ALTER",
        sql="alter table shopflow.sales.orders add column sales_channel varchar(20)",
        pull_request=451,
        add=columns("sales_channel varchar(20) internal web, app or phone; empty until the shop sends it."),
    ),
    Migration(
        job="sales_customers_schema_migration",
        at=datetime(2026, 4, 19, 15, 30, tzinfo=UTC),
        actor="mei.growth",
        dataset="sales.customers",
        lifecycle="ALTER",
        sql="alter table shopflow.sales.customers add column loyalty_tier varchar(20)",
        pull_request=479,
        add=columns("loyalty_tier varchar(20) internal For the loyalty programme of May; empty so far."),
    ),
    Migration(
        job="sales_orders_schema_migration",
        at=AMOUNT_DROPPED,
        actor="alex.junior",
        dataset="sales.orders",
        lifecycle="ALTER",
        sql=sql("""
            alter table shopflow.sales.orders
                add column amount_minor_units bigint,
                drop column amount_usd
        """),
        pull_request=482,
        add=columns("amount_minor_units bigint confidential The total in cents of the order's currency."),
        drop=("amount_usd",),
    ),
)
