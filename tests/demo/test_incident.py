"""The night of 20 April, as an investigator finds it in the events."""

from tests.demo.conftest import Event, RunEvents

NIGHT = "2026-04-20"
ORDERS = ("ecommerce_warehouse", "shopflow.sales.orders")


def tonight(events: list[Event]) -> list[Event]:
    return [event for event in events if event["eventTime"] >= NIGHT]


def name(dataset: Event) -> tuple[str, str]:
    return dataset["namespace"], dataset["name"]


def columns(dataset: Event) -> list[str]:
    return [field["name"] for field in dataset["facets"]["schema"]["fields"]]


def failed_tests(events: list[Event]) -> list[tuple[str, str, str]]:
    """(when, dataset, test) of every assertion that did not hold."""
    return [
        (event["eventTime"], dataset["name"], result["name"])
        for event in events
        for dataset in event.get("inputs", [])
        for result in dataset.get("inputFacets", {}).get("dataQualityAssertions", {}).get("assertions", [])
        if not result["success"]
    ]


def test_alex_drops_amount_usd_at_0123(run_events: RunEvents) -> None:
    before, change = run_events("sales_orders_schema_migration", "COMPLETE")
    (orders,) = change["outputs"]
    assert change["eventTime"] == "2026-04-20T01:23:00.000Z"
    assert change["run"]["facets"]["headwater_actor"]["name"] == "alex.junior"
    assert change["job"]["facets"]["sourceCodeLocation"]["pullRequestNumber"] == "482"
    assert orders["facets"]["lifecycleStateChange"]["lifecycleStateChange"] == "ALTER"
    assert set(columns(before["outputs"][0])) - set(columns(orders)) == {"amount_usd"}
    assert name(orders) == ORDERS


def test_the_revenue_pipeline_fails_at_0215_over_the_missing_column(run_events: RunEvents) -> None:
    (failed,) = run_events("revenue_etl_pipeline", "FAIL")
    error = failed["run"]["facets"]["errorMessage"]
    assert failed["eventTime"] == "2026-04-20T02:15:00.000Z"
    assert failed["job"]["namespace"] == "shopflow_airflow"
    assert "amount_usd" in error["message"]
    assert "sum(o.amount_usd)" in error["stackTrace"]


def test_the_test_on_orders_fails_at_0350_and_one_more_after_it(events: list[Event]) -> None:
    assert failed_tests(events) == [
        ("2026-04-20T03:50:00.000Z", "shopflow.sales.orders", "orders_amount_must_not_be_null"),
        (
            "2026-04-20T03:54:40.000Z",
            "shopflow.marts.fct_revenue",
            "fct_revenue_must_have_rows_for_yesterday",
        ),
    ]


def test_the_pager_rings_at_0400(events: list[Event]) -> None:
    *messages, alert = [event for event in tonight(events) if "dataset" in event]
    signal = alert["dataset"]["facets"]["headwater_signal"]
    assert alert["eventTime"] == "2026-04-20T04:00:00.000Z"
    assert (signal["kind"], signal["source"]) == ("alert", "pagerduty")
    assert name(alert["dataset"]) == ("looker", "revenue_overview")
    assert {m["dataset"]["facets"]["headwater_signal"]["source"] for m in messages} == {"slack"}


def test_exactly_three_pipelines_fail_that_night(events: list[Event]) -> None:
    assert [e["job"]["name"] for e in tonight(events) if e.get("eventType") == "FAIL"] == [
        "revenue_etl_pipeline",
        "customer_ltv_pipeline",
        "campaign_attribution_pipeline",
    ]


def test_exactly_four_tables_usually_filled_by_then_get_no_data(events: list[Event]) -> None:
    def written(day: str) -> set[tuple[str, str]]:
        return {
            name(output)
            for e in events
            if f"{day}T01:23" < e["eventTime"] <= f"{day}T04:00:00.000Z" and e.get("eventType") == "COMPLETE"
            for output in e["outputs"]
            if "outputStatistics" in output.get("outputFacets", {})
        }

    assert {table for _, table in written("2026-04-19") - written("2026-04-20")} == {
        "shopflow.marts.fct_revenue",
        "shopflow.marts.customer_ltv",
        "shopflow.marketing.campaign_roi",
        "shopflow.marketing.channel_revenue",
    }


def test_a_pipeline_that_reads_orders_but_not_the_amount_still_succeeds(run_events: RunEvents) -> None:
    start, end = run_events("fulfilment_status_etl")[-2:]
    assert end["eventTime"].startswith(f"{NIGHT}T01:4")
    assert end["eventType"] == "COMPLETE"
    assert ORDERS in {name(dataset) for dataset in start["inputs"]}


def test_orders_is_only_ever_seen_with_its_new_columns_afterwards(events: list[Event]) -> None:
    for event in (e for e in events if e["eventTime"] >= f"{NIGHT}T01:23"):
        for dataset in event.get("inputs", []) + event.get("outputs", []):
            if name(dataset) == ORDERS and "schema" in dataset["facets"]:
                assert "amount_usd" not in columns(dataset)
                assert "amount_minor_units" in columns(dataset)


def test_no_pipeline_builds_on_the_missing_tables_before_the_alert(events: list[Event]) -> None:
    empty = {name(d) for e in tonight(events) if e.get("eventType") == "FAIL" for d in e["outputs"]}
    built = [e for e in tonight(events) if e.get("outputs") and {name(d) for d in e["inputs"]} & empty]
    assert len(empty) == 4
    assert built == []
