"""`headwater pii` and `headwater breaking-changes`: ask, and write the report or the verdict."""

import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import typer
import yaml

from headwater.answers.change import BreakingChanges
from headwater.cli.asking import exit_if_incomplete, gather, gather_pages, print_limits, typed
from headwater.cli.console import FOUND, exit_on_error, fail, print_note
from headwater.cli.running import open_client
from headwater.cli.tables import print_table
from headwater.cli.views import IMPACT, changes_grid
from headwater.client import requests
from headwater.client.exchange import merged
from headwater.documents import report
from headwater.documents.formats import pretty_json
from headwater.errors import BadInputError

# Beyond any real number: of undeclared columns the report needs every one.
ALL = 1_000_000
# As many as the server lists for one source column.
MOST_FLOWS = 10_000


def report_pii(
    asked: Mapping[str, str], as_of: str | None, form: str, output: Path | None, limit: int, url: str | None
) -> None:
    flows_request = requests.flows(
        column=asked.get("column"),
        classification=asked.get("classification"),
        tag=asked.get("tag"),
        as_of=as_of,
        flows_limit=MOST_FLOWS,
    )
    columns_request = requests.list_classified_columns(inherited=True, undeclared=True)
    with exit_on_error(), open_client(url) as client:
        flows = _with_all_unknown(gather_pages(client, flows_request, limit), flows_request.lists)
        columns = gather(client, columns_request, ALL)
        written = report.ComplianceReport(
            asked,
            as_of,
            datetime.now(UTC),
            typed(flows_request, flows),
            typed(columns_request, columns),
            flows.get("incomplete"),
        )
    text = (
        pretty_json(report.as_json(written, flows, columns))
        if form == "json"
        else report.RENDERERS[form](written)
    )
    _deliver(text, output)
    print_note(written.summary())
    print_limits(flows, len(written.flows.sources), written.flows.total)
    for notice in written.cut_lines:
        print_note(f"cut: {notice}")
    exit_if_incomplete(flows)
    if written.places:
        raise typer.Exit(FOUND)


def _with_all_unknown(pages: Sequence[dict[str, Any]], lists: Sequence[str]) -> dict[str, Any]:
    """The pages as one answer; what is not known comes with each page, of the sources on it."""
    unknown = [page["unknown"] for page in pages if page.get("unknown")]
    if len(pages) == 1 or not unknown:
        return merged(pages, lists)
    named = list(dict.fromkeys(str(dataset) for one in unknown for dataset in one.get("datasets") or ()))
    # Pages may count the same datasets, so their totals can't be added: this is what there is at the least.
    total = max(len(named), *(int(one.get("total") or 0) for one in unknown))
    return merged(pages, lists) | {"unknown": unknown[0] | {"datasets": named, "total": total}}


def judge_columns(asset: str, file: Path, as_json: bool, url: str | None) -> None:
    with exit_on_error():
        request = requests.breaking_changes(asset, proposed(file))
        with open_client(url) as client:
            whole = client.send(request.as_json())
            answer = typed(request, whole)
    if as_json:
        sys.stdout.write(pretty_json(whole))
    else:
        _show_judgement(answer)
    exit_if_incomplete(whole)
    if any(change.verdict != "compatible" for change in answer.changes):
        raise typer.Exit(FOUND)


def proposed(file: Path) -> list[dict[str, Any]]:
    """The columns in a file: a list of them, or a document with a list under `columns`."""
    try:
        # JSON is YAML as well, so one reader is enough.
        document = yaml.safe_load(file.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise BadInputError(str(file), f"can't be read: {error}") from error
    columns = document.get("columns") if isinstance(document, dict) else document
    if not isinstance(columns, list):
        raise BadInputError(f"{file}: columns", "must be a list of columns, each with a name and a type")
    for number, column in enumerate(columns):
        if not isinstance(column, dict) or not isinstance(column.get("name"), str):
            raise BadInputError(f"{file}: columns[{number}]", "must be a column with a `name`")
    return columns


def _show_judgement(answer: BreakingChanges) -> None:
    grid = changes_grid(answer)
    if not grid.rows:
        print_note("no changes")
        return
    print_table(grid)
    if answer.impact.affected:
        print_table(IMPACT.grid(answer.impact))
    print_note(IMPACT.summary(answer.impact))
    if len(answer.impact.affected) < IMPACT.total(answer.impact):
        print_note(f"cut: {len(answer.impact.affected)} of {IMPACT.total(answer.impact)} affected are shown")
    print_note(f"verdict: {answer.verdict}")


def _deliver(text: str, output: Path | None) -> None:
    if output is None:
        sys.stdout.write(text)
        return
    try:
        # Line ends as they are: a CSV has its own.
        output.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        fail(f"can't write {output}: {error}", "check the path")
    print_note(f"written to {output}")
