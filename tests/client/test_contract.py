"""What the client sends, to the letter; the stories ask the same of the real server."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from headwater.client import Column, Headwater
from headwater.client.requests import assets, downstream_impact
from tests.client.canned import Canned
from tests.client.replies import EMAIL, FLOWS, MAIL, TWO_AFFECTED, UNDECLARED, impact, node


@pytest.fixture
def headwater(canned: Canned) -> Headwater:
    return Headwater(canned.url)


def sent(canned: Canned) -> tuple[str, Any]:
    where, parameters, body = canned.asked[-1]
    return where, json.loads(body) if body else parameters


def test_registering_an_asset_sends_what_was_told_and_nothing_else(
    canned: Canned, headwater: Headwater
) -> None:
    canned.answer(
        "POST /api/v1/assets", {"asset": {"name": "crm.customers", "new_field": 1}, "position": 9}, 201
    )
    columns: list[Column | dict[str, str]]
    columns = [Column("email", "text", is_pii=True, classification="restricted"), {"name": "id"}]
    registered = headwater.register_asset("crm.customers", owner="team:crm", tags=["gdpr"], columns=columns)
    assert (registered.asset.name, registered.position, headwater.position) == ("crm.customers", 9, 9)
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
    canned.answer("POST /api/v1/assets/lineage", {"edge": {"source": "a"}, "position": 3}, 201)
    headwater.add_lineage("crm.customers", "dwh.dim", source_column="email", transformation_type="rename")
    assert sent(canned)[1] == {
        "source_asset": "crm.customers",
        "source_column": "email",
        "target_asset": "dwh.dim",
        "transformation_type": "rename",
    }


def test_a_declared_edge_can_be_taken_back(canned: Canned, headwater: Headwater) -> None:
    canned.answer("POST /api/v1/assets/lineage", {"edge": {"removed": True}, "position": 3}, 201)
    headwater.add_lineage("crm.customers", "dwh.dim", removed=True)
    assert sent(canned)[1]["removed"] is True


def test_reads_wait_for_the_latest_of_our_writes(canned: Canned, headwater: Headwater) -> None:
    for position in (9, 4):
        canned.answer("DELETE /api/v1/assets/crm/customers", {"position": position})
    canned.answer("GET /api/v1/impact", impact())
    headwater.delete_asset("crm/customers")
    headwater.delete_asset("crm/customers")
    headwater.downstream_impact("crm/customers")
    assert sent(canned)[1] == {"asset": "crm/customers", "min_position": "9"}


def test_the_position_that_a_read_tells_is_not_waited_for(canned: Canned, headwater: Headwater) -> None:
    canned.answer("GET /api/v1/impact", impact())
    headwater.downstream_impact("crm/customers")
    assert headwater.position == 0


def test_a_name_is_quoted_in_a_path_but_its_slashes_stay(canned: Canned, headwater: Headwater) -> None:
    canned.answer("GET /api/v1/assets/s3://lake/a%20b%23c", {"name": "a b#c"})
    assert headwater.asset("s3://lake/a b#c").name == "a b#c"


def test_filters_and_times_become_parameters(canned: Canned, headwater: Headwater) -> None:
    canned.answer("GET /api/v1/assets", {"items": [{"name": "a"}], "total": 1})
    headwater.assets("cust", pii=True, tier="1", limit=5)
    assert sent(canned)[1] == {"search": "cust", "tier": "1", "pii": "true", "limit": "5"}
    canned.answer("GET /api/v1/impact", impact())
    headwater.downstream_impact("a", as_of=datetime(2026, 4, 20, tzinfo=UTC), depth=2)
    assert sent(canned)[1] == {"asset": "a", "as_of": "2026-04-20T00:00:00+00:00", "depth": "2"}


def test_impact_tells_who_is_affected_and_by_which_path(canned: Canned, headwater: Headwater) -> None:
    canned.answer("GET /api/v1/impact", impact(*TWO_AFFECTED))
    answer = headwater.downstream_impact("crm/customers", "email")
    assert [str(item.node) for item in answer.affected] == ["dwh/dim_customer", "bi/report"]
    assert [(step.from_, step.to) for step in answer.affected[0].path] == [(EMAIL["id"], MAIL["id"])]


def test_upstream_tells_sources_and_transformations(canned: Canned, headwater: Headwater) -> None:
    edge = {
        "source": EMAIL["id"],
        "target": MAIL["id"],
        "kind": "column",
        "first_seen": "2026-04-01T00:00:00Z",
    }
    whole = impact(sources=[{"node": EMAIL, "depth": 1, "is_origin": True}], transformations=[edge])
    canned.answer("GET /api/v1/upstream", whole)
    answer = headwater.upstream_lineage("dwh/dim_customer", "mail")
    assert (answer.sources[0].is_origin, answer.transformations[0].first_seen) == (
        True,
        datetime(2026, 4, 1, tzinfo=UTC),
    )


def test_breaking_changes_are_judged_by_the_server(canned: Canned, headwater: Headwater) -> None:
    change = {"kind": "removed", "column": "email", "verdict": "breaking", "reason": "Gone."}
    reply = {"asset": node("crm/customers"), "changes": [change], "verdict": "breaking", "impact": impact()}
    canned.answer("POST /api/v1/breaking-changes", reply)
    answer = headwater.detect_breaking_changes("crm.customers", [Column("id", "int", nullable=False)])
    assert (answer.verdict, answer.changes[0].reason) == ("breaking", "Gone.")
    assert sent(canned)[1] == {
        "asset": "crm.customers",
        "columns": [{"name": "id", "type": "int", "nullable": False}],
    }


def test_flows_and_classified_columns_are_typed(canned: Canned, headwater: Headwater) -> None:
    canned.answer("GET /api/v1/compliance/flows", FLOWS)
    canned.answer("GET /api/v1/compliance/columns", UNDECLARED)
    flows = headwater.trace_pii_flow(classification="restricted")
    assert [flow.effect for flow in flows.sources[0].flows.items] == ["kept", "ended"]
    columns = headwater.classified_columns(inherited=True, undeclared=True)
    assert sent(canned)[1] == {"inherited": "true", "undeclared": "true"}
    assert (str(columns.items[0].inherited_from), columns.items[0].declared) == ("crm/customers#email", None)


def test_what_nobody_declared_of_a_column_is_none(canned: Canned, headwater: Headwater) -> None:
    canned.answer("GET /api/v1/compliance/columns", UNDECLARED)
    declared = headwater.classified_columns().items[1].declared
    assert declared is not None
    assert (declared.classification, declared.pii) == ("internal", None)


def test_a_request_is_a_value_that_says_what_it_will_send() -> None:
    request = downstream_impact("a", "b")
    assert (request.method, request.path, request.parameters) == (
        "GET",
        "/api/v1/impact",
        {"asset": "a", "column": "b"},
    )
    assert assets().with_parameter("cursor", "x").parameters == {"cursor": "x"}
