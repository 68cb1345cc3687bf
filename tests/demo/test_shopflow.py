"""What people come to know ShopFlow by: its owners, tiers, personal data, questions and small stories."""

from collections import Counter
from typing import Any

from tests.demo.conftest import Event, RunEvents


def described(events: list[Event], name: str) -> Any:
    return next(e["dataset"]["facets"] for e in events if e.get("dataset", {}).get("name") == name)


def tags(facets: Event) -> set[tuple[str | None, str, str]]:
    return {(tag.get("field"), tag["key"], tag["value"]) for tag in facets["tags"]["tags"]}


def queries(events: list[Event]) -> list[Event]:
    return [e for e in events if e.get("job", {}).get("namespace") == "ecommerce_warehouse.queries"]


def test_orders_is_tier_one_and_has_an_owner(events: list[Event]) -> None:
    orders = described(events, "shopflow.sales.orders")
    assert {"key": "tier", "value": "Tier1", "source": "shopflow"} in orders["tags"]["tags"]
    assert [owner["name"] for owner in orders["ownership"]["owners"]] == ["user:sam.lead", "team:sales-data"]
    assert [field["ordinal_position"] for field in orders["schema"]["fields"]] == list(range(1, 9))


def test_personal_columns_are_tagged(events: list[Event]) -> None:
    customers = tags(described(events, "crm.public.customers"))
    assert {field for field, key, _ in customers if key == "pii"} == {"email", "full_name", "phone"}
    assert ("email", "classification", "restricted") in customers


def test_every_kind_of_dataset_occurs(events: list[Event]) -> None:
    kinds = {e["dataset"]["facets"]["datasetType"]["datasetType"] for e in events if is_description(e)}
    assert kinds == {"TABLE", "VIEW", "TOPIC", "FILE", "DASHBOARD"}


def is_description(event: Event) -> bool:
    return "datasetType" in event.get("dataset", {}).get("facets", {})


def test_thirty_one_questions_are_asked_of_orders(events: list[Event]) -> None:
    asked = {
        e["job"]["name"] for e in queries(events) for d in e["inputs"] if d["name"] == "shopflow.sales.orders"
    }
    assert len(asked) == 31


def test_priya_asks_most_and_nine_of_her_fourteen_questions_need_the_amount(events: list[Event]) -> None:
    users = Counter(e["run"]["facets"]["headwater_query"]["user"] for e in queries(events))
    hers = {
        e["job"]["facets"]["sql"]["query"]
        for e in queries(events)
        if e["run"]["facets"]["headwater_query"]["user"] == "priya.data"
        and "shopflow.sales.orders" in {d["name"] for d in e["inputs"]}
    }
    assert users.most_common(1) == [("priya.data", 168)]
    assert (len(hers), sum("amount_usd" in query for query in hers)) == (14, 9)


def test_a_question_has_one_name_each_time_it_is_asked(events: list[Event]) -> None:
    names = {e["job"]["facets"]["sql"]["query"]: e["job"]["name"] for e in queries(events)}
    assert len(set(names.values())) == len(names) == 36
    assert all(e["eventType"] == "COMPLETE" and not e["outputs"] for e in queries(events))


def test_the_sessions_in_the_lake_are_known_by_their_warehouse_name_too(events: list[Event]) -> None:
    (alias,) = described(events, "clickstream/sessions")["symlinks"]["identifiers"]
    assert alias == {
        "namespace": "ecommerce_warehouse",
        "name": "shopflow.staging.stg_sessions",
        "type": "TABLE",
    }


def test_a_table_is_renamed_and_another_dropped_in_the_first_days(run_events: RunEvents) -> None:
    (renamed,) = run_events("marketing_email_audience_migration", "COMPLETE")
    (dropped,) = run_events("staging_cleanup_migration", "COMPLETE")
    rename = renamed["outputs"][0]["facets"]["lifecycleStateChange"]
    assert rename["lifecycleStateChange"] == "RENAME"
    assert rename["previousIdentifier"]["name"] == "shopflow.marketing.newsletter_list"
    assert (
        dropped["outputs"][0]["facets"]["lifecycleStateChange"]["lifecycleStateChange"],
        dropped["outputs"][0]["name"],
    ) == ("DROP", "shopflow.staging.stg_orders_backup_2025")


def test_nothing_mentions_a_renamed_or_dropped_table_afterwards(events: list[Event]) -> None:
    gone = {
        "shopflow.marketing.newsletter_list": "03-23T08",
        "shopflow.staging.stg_orders_backup_2025": "03-25T09",
    }
    for name, when in gone.items():
        seen = [
            e["eventTime"]
            for e in events
            for d in [*e.get("inputs", []), *e.get("outputs", [])]
            if d["name"] == name
        ]
        assert all(time[5:13] <= when for time in seen)
