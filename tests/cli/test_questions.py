"""The commands that ask: what they send, what they print where, and how they end."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from headwater import questions
from headwater.access.scopes import AccessScope
from headwater.cli.commands import BY_HAND, build_commands
from headwater.cli.main import app
from tests.client.canned import Canned, canned_server
from tests.client.conftest import api  # noqa: F401 - a fixture
from tests.client.replies import (
    CUSTOMERS,
    EMAIL,
    FLOWS,
    MAIL,
    NO_FLOWS,
    REPORT,
    TWO_AFFECTED,
    UNDECLARED,
    affected,
    change,
    impact,
    node,
    step,
    upstream,
)
from tests.running import RunningApi


@pytest.fixture
def canned() -> Iterator[Canned]:
    with canned_server() as server:
        yield server


def run(server: Canned | RunningApi | str, *arguments: str) -> Any:
    url = server if isinstance(server, str) else getattr(server, "url", None)
    return CliRunner().invoke(app, [*arguments, "--url", url or f"http://127.0.0.1:{server.port}"])  # type: ignore[union-attr]


def cells(table: str) -> list[list[str]]:
    """The rows of a table as it is piped, without its header."""
    return [line.split("\t") for line in table.splitlines()[1:]]


class TestImpact:
    def test_what_is_affected_is_a_table_and_its_sum_is_talk(self, canned: Canned) -> None:
        canned.answer("GET /api/v1/impact", impact(*TWO_AFFECTED))
        told = run(canned, "impact", "crm.customers", "--column", "email", "--depth", "3")
        assert told.exit_code == 1
        assert [row[:2] for row in cells(told.stdout)] == [["1", "dwh/dim_customer"], ["2", "bi/report"]]
        assert told.stderr == "2 assets affected: 2 datasets, 0 dashboards, 0 pipelines\n"
        asked = {"asset": "crm.customers", "column": "email", "depth": "3", "limit": "200"}
        assert canned.asked[0][1] == asked

    def test_filters_are_handed_on_and_the_summary_says_how_many_match(self, canned: Canned) -> None:
        whole = impact(TWO_AFFECTED[0])
        canned.answer("GET /api/v1/impact", whole | {"total": whole["total"] | {"assets": 2}})
        options = ("--owner", "bi", "--tier", "1", "--type", "table", "--no-direct")
        told = run(canned, "impact", "crm.customers", *options)
        assert told.stderr.startswith("2 assets affected, of which 1 match the filters: ")
        asked = {"asset": "crm.customers", "owner": "bi", "tier": "1", "type": "table", "direct": "false"}
        assert canned.asked[0][1] == asked | {"limit": "200"}

    def test_nothing_affected_ends_clean_and_prints_no_table(self, canned: Canned) -> None:
        canned.answer("GET /api/v1/impact", impact())
        told = run(canned, "impact", "crm.customers")
        assert (told.exit_code, told.stdout) == (0, "")

    def test_json_is_the_answer_with_all_its_pages(self, canned: Canned) -> None:
        first, second = TWO_AFFECTED
        canned.answer("GET /api/v1/impact", impact(first, next_cursor="more", future=1))
        canned.answer("GET /api/v1/impact", impact(second))
        told = run(canned, "impact", "crm.customers", "--format", "json")
        assert json.loads(told.stdout) == impact(first, second, future=1) | {"total": impact(first)["total"]}
        assert canned.asked[1][1] == {"asset": "crm.customers", "cursor": "more", "limit": "199"}

    def test_a_cut_answer_says_so_with_the_total(self, canned: Canned) -> None:
        whole = impact(TWO_AFFECTED[0], next_cursor="more", truncated_by_depth=True)
        total = whole["total"] | {"assets": 31, "matching": 31}
        canned.answer("GET /api/v1/impact", whole | {"total": total})
        told = run(canned, "impact", "crm.customers", "--limit", "1")
        assert "cut: 1 of 31 shown; --limit 31 shows all\n" in told.stderr
        assert "cut: there is more beyond --depth\n" in told.stderr
        assert len(canned.asked) == 1

    def test_what_is_not_known_is_told(self, canned: Canned) -> None:
        unknown = {"total": 3, "datasets": ["dataset:ml/features"], "reason": "no column lineage known"}
        unknown |= {"jobs": [], "jobs_total": 0}
        canned.answer("GET /api/v1/impact", impact(unknown=unknown))
        told = run(canned, "impact", "crm.customers")
        assert "not known: no column lineage known: ml/features, and 2 more datasets\n" in told.stderr

    def test_jobs_of_which_only_the_datasets_are_known_are_told(self, canned: Canned) -> None:
        unknown = {"total": 0, "datasets": [], "reason": "no column lineage known"}
        unknown |= {"jobs": [f"job:q/{number}" for number in range(9)], "jobs_total": 36}
        canned.answer("GET /api/v1/impact", impact(unknown=unknown))
        told = run(canned, "impact", "crm.customers")
        assert (
            "not known: no column lineage known: q/0, q/1, q/2, q/3, q/4, and 31 more jobs\n" in told.stderr
        )

    def test_mermaid_draws_the_paths(self, canned: Canned) -> None:
        canned.answer("GET /api/v1/impact", impact(*TWO_AFFECTED))
        told = run(canned, "impact", "crm.customers", "--column", "email", "--format", "mermaid")
        assert told.stdout == (
            "flowchart LR\n"
            '    n0["bi/report"]\n'
            '    n1("crm/customers#35;email")\n'
            '    n2("dwh/dim_customer#35;mail")\n'
            '    n1 -->|"etl/load"| n2\n'
            '    n2 -.->|"bi/draw"| n0\n'
        )

    def test_dot_draws_the_root_of_a_whole_dataset(self, canned: Canned) -> None:
        hop = step(node("crm/customers"), CUSTOMERS, kind="feeds")
        canned.answer("GET /api/v1/impact", impact(affected(CUSTOMERS, 1, hop), column=None))
        told = run(canned, "impact", "crm.customers", "--format", "dot")
        assert '"dataset:crm/customers" -> "dataset:dwh/dim_customer" [label="etl/load"];' in told.stdout


def test_upstream_marks_where_data_has_its_origin(canned: Canned) -> None:
    source = affected(node("crm/customers"), 1, step(EMAIL, MAIL), is_origin=True)
    canned.answer("GET /api/v1/upstream", upstream(source))
    told = run(canned, "upstream", "dwh.dim_customer", "--column", "mail")
    assert (told.exit_code, cells(told.stdout)[0][-1]) == (1, "yes")


def test_lineage_shows_both_sides(api: RunningApi) -> None:  # noqa: F811
    told = run(api, "lineage", "daily")
    rows = [(row[0], row[-1].rpartition("/")[2]) for row in cells(told.stdout)]
    assert rows == [
        ("upstream", "orders"),
        ("upstream", "etl"),
        ("downstream", "board"),
        ("downstream", "report"),
    ]
    assert told.exit_code == 1


def test_lineage_of_one_side_is_the_answer_of_the_server(api: RunningApi) -> None:  # noqa: F811
    told = run(api, "lineage", "daily", "--direction", "up", "--format", "json")
    assert json.loads(told.stdout) == api.get("/api/v1/graph/upstream", asset="daily", limit=200).json()


def test_lineage_as_mermaid_has_every_edge_once(api: RunningApi) -> None:  # noqa: F811
    told = run(api, "lineage", "daily", "--format", "mermaid")
    assert told.stdout.count("-->") == 4


def test_lineage_follows_pages_up_to_the_limit(api: RunningApi) -> None:  # noqa: F811
    told = run(api, "lineage", "orders", "--direction", "down", "--limit", "3")
    assert len(cells(told.stdout)) == 3
    assert "cut: 3 of 4 shown; --limit 4 shows all" in told.stderr


def test_nothing_downstream_ends_clean(api: RunningApi) -> None:  # noqa: F811
    assert run(api, "lineage", "board", "--direction", "down").exit_code == 0


def test_paths_are_shown_one_a_line(api: RunningApi) -> None:  # noqa: F811
    told = run(api, "paths", "orders", "board")
    assert told.exit_code == 1
    assert "ecommerce_warehouse/orders → " in told.stdout
    assert told.stderr == "1 path\n"


def test_no_path_ends_clean(api: RunningApi) -> None:  # noqa: F811
    assert run(api, "paths", "board", "orders").exit_code == 0


def test_diff_tells_when_an_edge_appeared(api: RunningApi) -> None:  # noqa: F811
    told = run(api, "diff", "--from", "2026-03-01T00:00:00Z", "orders")
    assert (told.exit_code, told.stderr) == (1, "1 appeared, 0 vanished\n")
    assert cells(told.stdout)[0][:3] == ["2026-04-01T00:00:00Z", "appeared", "ecommerce_warehouse/orders"]


def test_an_unknown_name_ends_with_3_and_names_the_nearest(api: RunningApi) -> None:  # noqa: F811
    told = run(api, "lineage", "ordrs")
    assert (told.exit_code, told.stdout) == (3, "")
    assert "perhaps: ecommerce_warehouse/orders" in told.stderr
    assert "no dataset or job named `ordrs`" in told.stderr


@pytest.mark.parametrize(
    "command", [["impact", "a"], ["pii", "--tag", "pii"], ["diff", "--from", "2026-04-01"]]
)
def test_without_a_server_a_command_ends_with_3(command: list[str]) -> None:
    told = run("http://127.0.0.1:1", *command)
    assert (told.exit_code, "headwater up" in told.stderr) == (3, True)


def test_wrong_usage_ends_with_2() -> None:
    assert run("http://127.0.0.1:1", "pii").exit_code == 2
    assert run("http://127.0.0.1:1", "pii", "--tag", "pii", "--column", "a.b").exit_code == 2
    assert run("http://127.0.0.1:1", "impact", "a", "--format", "svg").exit_code == 2


class TestPii:
    @pytest.fixture(autouse=True)
    def answers(self, canned: Canned) -> None:
        canned.answer("GET /api/v1/compliance/flows", FLOWS)
        canned.answer("GET /api/v1/compliance/columns", UNDECLARED)

    def test_the_report_goes_to_stdout(self, canned: Canned) -> None:
        told = run(canned, "pii", "--column", "crm.customers.email")
        assert told.exit_code == 1
        assert told.stdout.startswith("# Where data of the column crm.customers.email flows\n")
        assert "1 source column, 2 columns reached, 1 not declared\n" in told.stderr
        assert canned.asked[0][1] == {
            "column": "crm.customers.email",
            "flows_limit": "10000",
            "limit": "200",
        }
        assert canned.asked[1][1] == {"inherited": "true", "undeclared": "true", "limit": "1000"}

    @pytest.mark.parametrize(
        ("form", "start"), [("html", "<!doctype html>"), ("csv", "source_dataset,"), ("json", "{")]
    )
    def test_the_report_goes_to_a_file(self, canned: Canned, tmp_path: Path, form: str, start: str) -> None:
        output = tmp_path / f"report.{form}"
        told = run(canned, "pii", "--tag", "pii", "--format", form, "--output", str(output))
        assert (told.stdout, output.read_text().startswith(start)) == ("", True)

    @pytest.mark.parametrize("form", ["md", "html", "csv", "json"])
    def test_a_report_that_is_cut_says_so_on_stderr_in_every_form(self, canned: Canned, form: str) -> None:
        (source,) = FLOWS["sources"]
        cut = source | {"flows": source["flows"] | {"total": 12_000}}
        canned.replies.pop("GET /api/v1/compliance/flows")
        canned.answer("GET /api/v1/compliance/flows", FLOWS | {"sources": [cut]})
        told = run(canned, "pii", "--column", "crm.customers.email", "--format", form)
        assert "1 source column, 12000 columns reached" in told.stderr
        assert "cut: crm/customers#email flows to 12000 columns, of which 2 are listed" in told.stderr

    def test_what_is_not_known_is_gathered_from_all_pages(self, canned: Canned) -> None:
        (source,) = FLOWS["sources"]
        more = FLOWS["unknown"] | {"datasets": ["dataset:ml/features", "dataset:ml/scores"], "total": 2}
        canned.replies.pop("GET /api/v1/compliance/flows")
        canned.answer("GET /api/v1/compliance/flows", FLOWS | {"total": 2, "next_cursor": "x"})
        rest = FLOWS | {"sources": [source | {"column": node("crm/leads", "email")}], "unknown": more}
        canned.answer("GET /api/v1/compliance/flows", rest | {"total": 2})
        told = run(canned, "pii", "--tag", "pii")
        assert "not known: no column lineage known: ml/features, ml/scores" in told.stderr

    def test_a_file_that_cannot_be_written_ends_with_3(self, canned: Canned, tmp_path: Path) -> None:
        told = run(canned, "pii", "--tag", "pii", "--output", str(tmp_path / "no" / "report.md"))
        assert told.exit_code == 3

    def test_data_that_flows_nowhere_ends_clean(self, canned: Canned) -> None:
        canned.replies.pop("GET /api/v1/compliance/flows")
        canned.answer("GET /api/v1/compliance/flows", NO_FLOWS)
        assert run(canned, "pii", "--classification", "restricted").exit_code == 0


class TestBreakingChanges:
    COLUMNS = "columns:\n  - name: id\n    type: bigint\n"

    def judged(self, canned: Canned, *verdicts: str) -> None:
        changes = [
            change(kind="type_changed", column="id", verdict=verdict, reason=f"{verdict} it is.")
            for verdict in verdicts
        ]
        reply = {
            "asset": node("crm/customers"),
            "changes": changes,
            "verdict": verdicts[0] if verdicts else "compatible",
        }
        canned.answer("POST /api/v1/breaking-changes", reply | {"impact": impact(affected(REPORT, 1))})

    def test_the_proposed_columns_are_sent_and_the_judgement_shown(
        self, canned: Canned, tmp_path: Path
    ) -> None:
        self.judged(canned, "breaking", "compatible")
        (tmp_path / "new.yaml").write_text(self.COLUMNS)
        told = run(canned, "breaking-changes", "crm.customers", str(tmp_path / "new.yaml"))
        assert told.exit_code == 1
        assert "breaking it is." in told.stdout
        assert "bi/report" in told.stdout
        assert "verdict: breaking" in told.stderr
        assert json.loads(canned.asked[0][2]) == {
            "asset": "crm.customers",
            "columns": [{"name": "id", "type": "bigint"}],
        }

    @pytest.mark.parametrize(("verdicts", "code"), [((), 0), (("compatible",), 0), (("risky",), 1)])
    def test_only_what_is_risky_or_worse_counts_as_found(
        self, canned: Canned, tmp_path: Path, verdicts: tuple[str, ...], code: int
    ) -> None:
        self.judged(canned, *verdicts)
        (tmp_path / "new.json").write_text('[{"name": "id"}]')
        told = run(
            canned, "breaking-changes", "crm.customers", str(tmp_path / "new.json"), "--format", "json"
        )
        assert (told.exit_code, json.loads(told.stdout)["asset"]["name"]) == (code, "customers")

    @pytest.mark.parametrize("text", ["columns: 3", "- id", "a: [", "columns:\n  - type: int"])
    def test_a_file_without_columns_is_refused_before_anything_is_sent(
        self, canned: Canned, tmp_path: Path, text: str
    ) -> None:
        (tmp_path / "new.yaml").write_text(text)
        told = run(canned, "breaking-changes", "crm.customers", str(tmp_path / "new.yaml"))
        assert (told.exit_code, canned.asked) == (3, [])


class TestMadeFromTheRegistry:
    def test_every_question_has_a_command(self) -> None:
        # `headwater keys` and `headwater audit` ask what only admins may ask.
        asked = {
            name
            for name, question in questions.load().items()
            if not question.writes and question.scope is not AccessScope.ADMIN
        }
        made = {name for name, _command in build_commands()}
        assert len(made) == len(asked) - len(BY_HAND)
        assert {"runs", "run", "datasets", "dataset", "jobs", "job", "quarantine"} <= made

    def test_a_list_is_a_table(self, api: RunningApi) -> None:  # noqa: F811
        listed = run(api, "datasets")
        assert listed.exit_code == 0
        assert [row[1] for row in cells(listed.stdout)] == ["board", "daily", "orders"]

    def test_a_list_is_csv_for_a_script(self, api: RunningApi) -> None:  # noqa: F811
        lines = run(api, "datasets", "ord", "--format", "csv").stdout.splitlines()
        assert (lines[0].split(",")[:2], [line.split(",")[1] for line in lines[1:]]) == (
            ["namespace", "name"],
            ["orders"],
        )

    def test_a_list_that_is_cut_says_so(self, api: RunningApi) -> None:  # noqa: F811
        assert "cut: 1 of 3 shown" in run(api, "datasets", "--limit", "1").stderr

    def test_a_detail_shows_its_fields_and_its_lists(self, api: RunningApi) -> None:  # noqa: F811
        shown = run(api, "dataset", "daily").stdout
        assert ("producers" in shown, "etl" in shown, "consumers" in shown) == (True, True, True)

    def test_the_fields_of_a_detail_have_a_head_in_csv(self, api: RunningApi) -> None:  # noqa: F811
        lines = run(api, "dataset", "daily", "--format", "csv").stdout.splitlines()
        assert lines[0] == "field,value"

    def test_json_is_the_answer_of_the_server(self, api: RunningApi) -> None:  # noqa: F811
        shown = json.loads(run(api, "dataset", "daily", "--format", "json").stdout)
        assert shown == api.get("/api/v1/datasets/daily").json()

    def test_a_name_that_nobody_has_ends_with_three(self, api: RunningApi) -> None:  # noqa: F811
        assert run(api, "job", "nosuch").exit_code == 3

    def test_a_choice_that_there_is_not_is_refused(self, api: RunningApi) -> None:  # noqa: F811
        refused = run(api, "ranking", "--order", "sideways")
        assert (refused.exit_code, "sideways" in refused.stderr) == (2, True)


WHY = {"incomplete": "the store is being rebuilt"}


class TestIncomplete:
    """After an upgrade, until the store is rebuilt: no command ends as if all were known."""

    def test_a_question_says_so_and_ends_with_3(self, canned: Canned) -> None:
        canned.answer("GET /api/v1/impact", impact() | WHY)
        told = run(canned, "impact", "crm.customers")
        assert (told.exit_code, "not complete: the store is being rebuilt" in told.stderr) == (3, True)

    def test_a_compliance_report_begins_with_it(self, canned: Canned) -> None:
        canned.answer("GET /api/v1/compliance/flows", NO_FLOWS | WHY)
        canned.answer("GET /api/v1/compliance/columns", UNDECLARED)
        told = run(canned, "pii", "--classification", "restricted")
        assert told.exit_code == 3
        assert "This report is not complete: the store is being rebuilt. " in told.stdout
