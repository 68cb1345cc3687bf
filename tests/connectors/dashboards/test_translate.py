"""What charts and dashboards of each tool read, down to the column and to the tile that shows it."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from psycopg import Connection

from headwater.connectors.contract import SourceDocument, SourceProblem
from headwater.connectors.dashboards import DashboardOptions, connector, read_options
from headwater.connectors.dashboards.databases import DatabaseOption
from headwater.errors import BadInputError
from headwater.model.edges import EdgeKind
from tests.connectors.contract import NOW, documents
from tests.connectors.dashboards.superset_export import FILES, write_export
from tests.connectors.dashboards.test_contract import CASES
from tests.connectors.dbt.test_translate import COLUMN_EDGES, names
from tests.published import publish

ANSWERS = ["card", "dashboard", "database", "database/1/metadata", "database/None/metadata", "dashboard/1"]
TABLES = """select source.name from edges join nodes as source on source.id = source_id
join nodes as target on target.id = target_id where target.name = %s and target.kind = 'job'"""


def read(connection: Connection, options: DashboardOptions) -> list[SourceProblem]:
    found = documents(connector(options, CASES), {})
    publish(connection, [dict(one.body) for one in found if isinstance(one, SourceDocument)])
    return [one for one in found if isinstance(one, SourceProblem)]


def columns_of(connection: Connection, dataset: str, column: str) -> list[str]:
    return sorted(names(connection, COLUMN_EDGES, dataset, column, EdgeKind.COLUMN))


def test_a_column_leads_through_a_question_of_metabase_to_the_tile(connection: Connection) -> None:
    problems = read(connection, DashboardOptions("metabase", export="metabase"))
    question = "questions/12-revenue-by-day"
    assert columns_of(connection, question, "revenue") == ["shop.sales.orders.amount_usd"]
    assert columns_of(connection, "dashboards/3-revenue", "Daily revenue") == [
        f"{question}.day",
        f"{question}.revenue",
    ]
    assert [problem.place for problem in problems] == ["question 16"]


def test_a_question_without_sql_reads_the_fields_that_it_chooses(connection: Connection) -> None:
    read(connection, DashboardOptions("metabase", export="metabase"))
    question = "questions/13-orders-by-country"
    assert columns_of(connection, question, "sum") == ["shop.sales.orders.amount_usd"]
    assert columns_of(connection, question, "country") == ["shop.sales.orders.country"]
    assert sorted(names(connection, TABLES, question)) == ["shop.crm.customers", "shop.sales.orders"]


def test_a_question_of_a_question_reads_that_one(connection: Connection) -> None:
    read(connection, DashboardOptions("metabase", export="metabase"))
    assert names(connection, TABLES, "questions/14-best-day") == ["questions/12-revenue-by-day"]


def test_charts_of_superset_read_measures_calculated_columns_and_virtual_datasets(
    connection: Connection, tmp_path: Path
) -> None:
    export = write_export(tmp_path / "export.zip")
    problems = read(connection, DashboardOptions("superset", export=str(export)))
    revenue, top = "charts/revenue-by-year-aaaaaaaa", "charts/top-customers-bbbbbbbb"
    assert columns_of(connection, revenue, "revenue") == ["shop.sales.orders.amount_usd"]
    assert columns_of(connection, revenue, "year") == ["shop.sales.orders.created_at"]
    assert columns_of(connection, top, "email") == ["shop.crm.customers.email"]
    assert columns_of(connection, "dashboards/board", "Top customers") == [f"{top}.email", f"{top}.n"]
    assert [problem.place for problem in problems] == ["chart Lost"]


def test_fields_of_looker_lead_back_through_lookml_to_columns(connection: Connection) -> None:
    problems = read(connection, DashboardOptions("looker", export="looker"))
    assert columns_of(connection, "elements/71-revenue-by-country", "orders.revenue") == [
        "shop.sales.orders.amount_usd"
    ]
    assert columns_of(connection, "elements/72-customers", "customers.domain") == ["shop.crm.customers.email"]
    assert [problem.reason for problem in problems] == ["its explore has no field `orders.nothing`"]


def test_a_database_is_where_the_team_says(connection: Connection) -> None:
    stated = {"Shop": DatabaseOption("snowflake://acme", database="SHOP", schema="PUBLIC")}
    read(connection, DashboardOptions("metabase", export="metabase", databases=stated))
    query = "select distinct namespace from nodes where name = 'SHOP.sales.orders'"
    assert names(connection, query) == ["snowflake://acme"]


def test_what_is_gone_from_the_tool_is_dropped(tmp_path: Path) -> None:
    first = write_export(tmp_path / "export.zip")
    options = DashboardOptions("superset", export=str(first))
    *_, last = connector(options).fetch({}, NOW)
    write_export(first, {name: body for name, body in FILES.items() if "Top" not in name})
    found = documents(connector(options), dict(last.state))
    gone = [one.body for one in found if "lifecycleStateChange" in str(one)]
    assert [(one.get("dataset") or one["job"])["name"] for one in gone] == [
        "charts/top-customers-bbbbbbbb"
    ] * 2


def answers_of_metabase(folder: Path, body: str) -> None:
    for name in ANSWERS:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.json").write_text(body)


@pytest.mark.parametrize("broken", [[], [7], [{}], [{"id": 1, "dataset_query": 7}]])
def test_an_answer_of_another_shape_costs_no_more_than_itself(broken: Any, tmp_path: Path) -> None:
    answers_of_metabase(tmp_path, json.dumps(broken))
    documents(connector(DashboardOptions("metabase", export="."), tmp_path), {})


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("7", "the answer is no list"),
        ("null", "the answer is no list"),
        ("{}", "the answer is no list"),
        ('{"data": 7}', "the answer is no list"),
        ("[" * 100_000, "nested too deep"),
    ],
)
def test_what_is_no_answer_of_the_tool_does_not_empty_it(body: str, reason: str, tmp_path: Path) -> None:
    answers_of_metabase(tmp_path, body)
    with pytest.raises(BadInputError, match=reason):
        documents(connector(DashboardOptions("metabase", export="."), tmp_path), {})


@pytest.fixture
def metabase() -> Iterator[str]:
    """The saved answers, served behind a key."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            file = CASES / "metabase" / f"{self.path.removeprefix('/api/')}.json"
            allowed = self.headers.get("X-API-Key") == "mb_key"
            body = file.read_bytes() if allowed else b"{}"
            self.send_response(200 if allowed else 401)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join(10)


def test_the_api_gives_what_its_saved_answers_give(metabase: str) -> None:
    asked = connector(read_options("metabase", metabase, "mb_key", "metabase://export"))
    saved = connector(DashboardOptions("metabase", export="metabase"), CASES)
    assert documents(asked, {}) == documents(saved, {})


def test_a_wrong_key_is_an_error_that_does_not_show_it(metabase: str) -> None:
    with pytest.raises(BadInputError, match="key is missing, wrong or expired") as refused:
        documents(connector(read_options("metabase", metabase, "secret", None)), {})
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("tool", "place", "field"),
    [
        ("tableau", "x.zip", "tool"),
        ("superset", "http://localhost:8088", "export"),
        ("metabase", "none", "export"),
    ],
)
def test_what_can_not_be_read_is_an_error_that_names_its_field(tool: str, place: str, field: str) -> None:
    with pytest.raises(BadInputError) as refused:
        documents(connector(read_options(tool, place, None, None)), {})
    assert refused.value.field == field
