"""The night of 20 April: what the missing `amount_usd` broke, when, and who noticed.

01:23  alex.junior drops amount_usd from sales.orders (see migrations)
02:15  revenue_etl_pipeline fails: marts.fct_revenue gets no data
02:42  customer_ltv_pipeline fails: marts.customer_ltv gets no data
03:07  campaign_attribution_pipeline fails: marketing.campaign_roi and channel_revenue get no data
03:50  the test orders_amount_must_not_be_null fails
03:54  the test fct_revenue_must_have_rows_for_yesterday fails
04:00  the pager rings
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from types import MappingProxyType

from headwater.demo.shop.model import Signal

NIGHT = date(2026, 4, 20)
ALERT = datetime(2026, 4, 20, 4, 0, tzinfo=UTC)


def tonight(hour: int, minute: int, second: int = 0) -> datetime:
    return datetime(NIGHT.year, NIGHT.month, NIGHT.day, hour, minute, second, tzinfo=UTC)


PIPELINES_FAILED: Mapping[str, datetime] = MappingProxyType(
    {
        "revenue_etl_pipeline": tonight(2, 15),
        "customer_ltv_pipeline": tonight(2, 42, 31),
        "campaign_attribution_pipeline": tonight(3, 7, 12),
    }
)

# suite: when it ended that night
SUITES_ENDED: Mapping[str, datetime] = MappingProxyType(
    {
        "sales_orders_tests": tonight(3, 50),
        "marts_fct_revenue_tests": tonight(3, 54, 40),
    }
)

# assertion: what it found that night
TESTS_FAILED: Mapping[str, str] = MappingProxyType(
    {
        "orders_amount_must_not_be_null": 'column "amount_usd" does not exist',
        "fct_revenue_must_have_rows_for_yesterday": "0 rows",
    }
)

TABLES_WITHOUT_DATA = frozenset(
    {"marts.fct_revenue", "marts.customer_ltv", "marketing.campaign_roi", "marketing.channel_revenue"}
)

ERROR = 'psycopg.errors.UndefinedColumn: column o.amount_usd does not exist in "shopflow.sales.orders"'


def stack_trace(path: str, sql: str) -> str:
    """What the task's log shows: the call, and the line of SQL that names the column."""
    lines = sql.splitlines()
    number, text = next((n, line) for n, line in enumerate(lines, start=1) if "amount_usd)" in line)
    return (
        "Traceback (most recent call last):\n"
        '  File "/opt/shopflow/operators/warehouse_sql.py", line 88, in execute\n'
        "    cursor.execute(self.sql)\n"
        f"{ERROR}\n"
        f"{path}, LINE {number}: {text.strip()}"
    )


SIGNALS: tuple[Signal, ...] = (
    Signal(
        datetime(2026, 4, 19, 16, 48, tzinfo=UTC),
        "sales.orders",
        "message",
        "info",
        "slack",
        "alex.junior",
        "Moving order amounts to minor units tonight (#482), small change, will be done before the nightly.",
    ),
    Signal(
        tonight(3, 52, 10),
        "sales.orders",
        "message",
        "warning",
        "slack",
        "tom.ops",
        "orders_amount_must_not_be_null is red, revenue_etl_pipeline failed at 02:15. Who touched orders?",
    ),
    Signal(
        tonight(3, 57, 45),
        "looker.revenue_overview",
        "message",
        "error",
        "slack",
        "lena.finance",
        "The revenue dashboard has nothing for yesterday, and I have the board at nine.",
    ),
    Signal(
        ALERT,
        "looker.revenue_overview",
        "alert",
        "critical",
        "pagerduty",
        "pagerduty",
        "Revenue Overview is stale: no rows in marts.fct_revenue for 2026-04-19.",
    ),
)
