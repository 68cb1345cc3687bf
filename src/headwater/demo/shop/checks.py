"""ShopFlow's tests of its data: one suite a dataset, run once a night, all green until 20 April."""

from datetime import time

from headwater.demo.shop.model import TEST_JOBS, Assertion, Identity, Suite


def suite(dataset: str, at: str, owner: str, *assertions: Assertion) -> Suite:
    name = f"{dataset.replace('.', '_')}_tests"
    return Suite(Identity(TEST_JOBS, name), dataset, time.fromisoformat(at), owner, assertions)


def not_null(name: str, column: str) -> Assertion:
    return Assertion(name, "not_null", column, "0 nulls")


def unique(name: str, column: str) -> Assertion:
    return Assertion(name, "unique", column, "0 duplicates")


def at_least(name: str, column: str, least: int, severity: str = "error") -> Assertion:
    return Assertion(name, "min_value", column, f">= {least}", severity)


def rows_for_yesterday(name: str) -> Assertion:
    return Assertion(name, "row_count_for_yesterday", None, "> 0 rows")


SUITES: tuple[Suite, ...] = (
    suite(
        "staging.stg_fx_rates",
        "00:28",
        "lena.finance",
        at_least("fx_rates_must_be_positive", "usd_rate", 0),
        not_null("fx_rates_currency_must_not_be_null", "currency"),
    ),
    suite(
        "staging.stg_orders",
        "00:32",
        "jonas.platform",
        unique("stg_orders_order_id_must_be_unique", "order_id"),
        rows_for_yesterday("stg_orders_must_have_rows_for_yesterday"),
    ),
    suite(
        "sales.customers",
        "03:40",
        "sam.lead",
        unique("customers_customer_id_must_be_unique", "customer_id"),
        not_null("customers_email_must_not_be_null", "email"),
    ),
    suite(
        "sales.payments",
        "03:42",
        "lena.finance",
        unique("payments_payment_id_must_be_unique", "payment_id"),
        at_least("payments_amount_must_not_be_negative", "amount", 0),
    ),
    suite(
        "marts.product_performance",
        "03:45",
        "omar.bi",
        at_least("product_units_sold_must_not_be_negative", "units_sold", 0, "warn"),
    ),
    suite(
        "sales.orders",
        "03:48",
        "sam.lead",
        not_null("orders_amount_must_not_be_null", "amount_usd"),
        unique("orders_order_id_must_be_unique", "order_id"),
    ),
    suite(
        "marts.fct_revenue",
        "03:53",
        "sam.lead",
        rows_for_yesterday("fct_revenue_must_have_rows_for_yesterday"),
        at_least("fct_revenue_gross_must_not_be_negative", "gross_revenue_usd", 0),
    ),
    suite(
        "finance.daily_revenue",
        "04:40",
        "lena.finance",
        not_null("daily_revenue_revenue_must_not_be_null", "revenue_usd"),
        rows_for_yesterday("daily_revenue_must_have_rows_for_yesterday"),
    ),
)
