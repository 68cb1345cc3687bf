"""What the client sends, to the letter; the stories ask the same of the real server."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from headwater.client import Column, Headwater, UnreadableAnswerError
from headwater.client.requests import impact as impact_request
from headwater.client.requests import list_assets
from tests.client.canned import Canned
from tests.client.replies import (
    EMAIL,
    FLOWS,
    MAIL,
    NO_ASSETS,
    TWO_AFFECTED,
    UNDECLARED,
    affected,
    asset,
    change,
    declared,
    impact,
    node,
    registered,
    removed,
    step,
    upstream,
)


@pytest.fixture
def headwater(canned: Canned) -> Headwater:
    return Headwater(canned.url)


def sent(canned: Canned) -> tuple[str, Any]:
    where, parameters, body = canned.asked[-1]
    return where, json.loads(body) if body else parameters


def test_registering_an_asset_sends_what_was_given_and_nothing_else(
    canned: Canned, headwater: Headwater
) -> None:
    reply = registered("catalog/crm.customers", 9)
    canned.answer("POST /api/v1/assets", reply | {"new_field": 1}, 201)
    columns: list[Column | dict[str, str]]
    columns = [Column("email", "text", is_pii=True, classification="restricted"), {"name": "id"}]
    written = headwater.register_asset(
        name="crm.customers", type="table", owner="team:crm", tags=["gdpr"], columns=columns
    )
    assert (written.asset.name, written.position, headwater.position) == ("crm.customers", 9, 9)
    assert sent(canned) == (
        "POST /api/v1/assets",
        {
            "type": "table",
            "name": "crm.customers",
            "owner": "team:crm",
            "tags": ["gdpr"],
            "columns": [
                {"name": "email", "type": "text", "is_pii": True, "classification": "restricted"},
                {"name": "id"},
            ],
        },
    )


def test_declaring_lineage_sends_both_ends(canned: Canned, headwater: Headwater) -> None:
    canned.answer("POST /api/v1/assets/lineage", declared(3), 201)
    headwater.declare_lineage("crm.customers", "dwh.dim", source_column="email", transformation_type="rename")
    assert sent(canned)[1] == {
        "source_asset": "crm.customers",
        "source_column": "email",
        "target_asset": "dwh.dim",
        "transformation_type": "rename",
    }


def test_a_declared_edge_can_be_taken_back(canned: Canned, headwater: Headwater) -> None:
    canned.answer("POST /api/v1/assets/lineage", declared(3, removed=True), 201)
    headwater.declare_lineage("crm.customers", "dwh.dim", removed=True)
    assert sent(canned)[1]["removed"] is True


def test_reads_wait_for_the_latest_of_our_writes(canned: Canned, headwater: Headwater) -> None:
    for position in (9, 4):
        canned.answer("DELETE /api/v1/assets/crm/customers", removed("crm/customers", position))
    canned.answer("GET /api/v1/impact", impact())
    headwater.delete_asset("crm/customers")
    headwater.delete_asset("crm/customers")
    headwater.impact("crm/customers")
    assert sent(canned)[1] == {"asset": "crm/customers", "min_position": "9"}


def test_the_position_that_a_read_tells_is_not_waited_for(canned: Canned, headwater: Headwater) -> None:
    canned.answer("GET /api/v1/impact", impact())
    headwater.impact("crm/customers")
    assert headwater.position == 0


def test_a_name_is_quoted_in_a_path_but_its_slashes_stay(canned: Canned, headwater: Headwater) -> None:
    canned.answer("GET /api/v1/assets/s3://lake/a%20b%23c", asset("s3:///lake/a b#c"))
    assert headwater.asset("s3://lake/a b#c").name == "//lake/a b#c"


def test_filters_and_times_become_parameters(canned: Canned, headwater: Headwater) -> None:
    canned.answer("GET /api/v1/assets", NO_ASSETS)
    headwater.list_assets("cust", pii=True, tier="1", limit=5)
    assert sent(canned)[1] == {"search": "cust", "tier": "1", "pii": "true", "limit": "5"}
    canned.answer("GET /api/v1/impact", impact())
    headwater.impact("a", as_of=datetime(2026, 4, 20, tzinfo=UTC), depth=2)
    assert sent(canned)[1] == {"asset": "a", "as_of": "2026-04-20T00:00:00+00:00", "depth": "2"}


def test_impact_tells_who_is_affected_and_by_which_path(canned: Canned, headwater: Headwater) -> None:
    canned.answer("GET /api/v1/impact", impact(*TWO_AFFECTED))
    answer = headwater.impact("crm/customers", "email")
    assert [str(item.node) for item in answer.affected] == ["dwh/dim_customer", "bi/report"]
    assert [(hop.source, hop.target) for hop in answer.affected[0].path] == [(EMAIL["id"], MAIL["id"])]


def test_upstream_tells_sources_and_transformations(canned: Canned, headwater: Headwater) -> None:
    edge = {name: value for name, value in step(EMAIL, MAIL).items() if name not in ("from", "to")}
    source = affected(EMAIL, 1, is_origin=True)
    canned.answer("GET /api/v1/upstream", upstream(source, transformations=[edge]))
    answer = headwater.upstream("dwh/dim_customer", "mail")
    assert (answer.sources[0].is_origin, answer.transformations[0].first_seen) == (
        True,
        datetime(2026, 4, 1, tzinfo=UTC),
    )


def test_an_answer_without_a_required_field_is_an_error(canned: Canned, headwater: Headwater) -> None:
    """An older server that knows no `affected` must not read as "nothing affected"."""
    whole = impact()
    for missing in whole:
        canned.replies.clear()
        canned.answer("GET /api/v1/impact", {name: whole[name] for name in whole if name != missing})
        with pytest.raises(UnreadableAnswerError, match=missing):
            headwater.impact("crm/customers")


def test_breaking_changes_are_judged_by_the_server(canned: Canned, headwater: Headwater) -> None:
    gone = change(column="email")
    reply = {"asset": node("crm/customers"), "changes": [gone], "verdict": "breaking", "impact": impact()}
    canned.answer("POST /api/v1/breaking-changes", reply)
    answer = headwater.breaking_changes("crm.customers", [Column("id", "int", nullable=False)])
    assert (answer.verdict, answer.changes[0].reason) == ("breaking", "Gone.")
    assert sent(canned)[1] == {
        "asset": "crm.customers",
        "columns": [{"name": "id", "type": "int", "nullable": False}],
    }


def test_flows_and_classified_columns_are_typed(canned: Canned, headwater: Headwater) -> None:
    canned.answer("GET /api/v1/compliance/flows", FLOWS)
    canned.answer("GET /api/v1/compliance/columns", UNDECLARED)
    flows = headwater.flows(classification="restricted")
    assert [flow.effect for flow in flows.sources[0].flows.items] == ["kept", "ended"]
    columns = headwater.list_classified_columns(inherited=True, undeclared=True)
    assert sent(canned)[1] == {"inherited": "true", "undeclared": "true"}
    assert (str(columns.items[0].inherited_from), columns.items[0].declared) == ("crm/customers#email", None)


def test_what_nobody_declared_of_a_column_is_none(canned: Canned, headwater: Headwater) -> None:
    canned.answer("GET /api/v1/compliance/columns", UNDECLARED)
    declared = headwater.list_classified_columns().items[1].declared
    assert declared is not None
    assert (declared.classification, declared.pii) == ("internal", None)


def test_a_request_is_a_value_that_says_what_it_will_send() -> None:
    request = impact_request("a", "b")
    assert (request.method, request.path, request.parameters) == (
        "GET",
        "/api/v1/impact",
        {"asset": "a", "column": "b"},
    )
    assert list_assets().with_parameter("cursor", "x").parameters == {"cursor": "x"}
