"""A connector run by hand: progress while it runs, and a summary of what came of it."""

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import typer

from headwater.answers.connectors import ConnectorPage, ConnectorSummary
from headwater.cli.console import FOUND, address, exit_on_error, read_settings, stderr, stdout
from headwater.cli.ingest import wait_visible
from headwater.cli.running import connect
from headwater.client import Headwater
from headwater.connectors.change_report import describe_changes
from headwater.connectors.contract import Connector
from headwater.connectors.run import RunResult, Tally, run
from headwater.connectors.settings_file import ScheduledConnector, read_connectors
from headwater.documents.formats import printable
from headwater.errors import BadInputError, HeadwaterError, SetupError
from headwater.model.times import iso


def run_connector(
    connector: Connector[Any],
    name: str | None,
    again: bool,
    wait: bool,
    url: str | None,
    with_changes: bool = False,
) -> None:
    """The summary on stdout; ends with 1 when something could not be used."""
    with exit_on_error(), connect(address(url)) as server:
        shown = name or connector.name
        result = _run(connector, shown, again, wait, server)
        print_result(shown, result)
        if with_changes and wait and result.position:
            for line in describe_changes(server, result):
                stdout.print(f"  {printable(line)}", markup=False, soft_wrap=True)
    if result.tally.refused:
        raise typer.Exit(FOUND)


def run_scheduled(name: str | None, file: Path | None, again: bool, wait: bool, url: str | None) -> None:
    """Each is run, also after one that failed."""
    found, failed = _chosen(name, file), False
    with connect(address(url)) as server:
        for one in found:
            try:
                result = _run(one.connector, one.name, again, wait, server)
            except HeadwaterError as error:
                failed = True
                stderr.print(f"{one.name}: {printable(str(error))}", markup=False, soft_wrap=True)
                continue
            failed = failed or bool(result.tally.refused)
            print_result(one.name, result)
    if failed:
        raise typer.Exit(FOUND)


def _chosen(name: str | None, file: Path | None) -> Iterable[ScheduledConnector]:
    path = file or read_settings().connectors_file
    if path is None:
        raise SetupError("no file of connectors", "give --file, or set HEADWATER_CONNECTORS_FILE")
    found = read_connectors(path)
    chosen = [one for one in found if name in (None, one.name)]
    if not chosen:
        raise BadInputError("name", f"`{name}` is none of {', '.join(one.name for one in found) or 'none'}")
    return chosen


def _run(connector: Connector[Any], name: str, again: bool, wait: bool, server: Headwater) -> RunResult:
    with stderr.status(f"reading {printable(connector.source)}") as spinner:

        def show(tally: Tally) -> None:
            spinner.update(f"{name}: {tally.sent} new, {tally.duplicates} known, {tally.refused} not usable")

        result = run(connector, server, datetime.now(UTC), name=name, again=again, progress=show)
        if wait and result.position:
            spinner.update("waiting until it is visible")
            if not wait_visible(server, result.position):
                stderr.print("taken, but not visible yet: `headwater status` tells how far the pipeline is")
    return result


def print_result(name: str, result: RunResult) -> None:
    tally = result.tally
    counts = f"new {tally.sent}  known {tally.duplicates}  not usable {tally.refused}"
    stdout.print(f"{printable(name)}: {counts}", markup=False, soft_wrap=True)
    for problem in tally.problems:
        stderr.print(f"  {printable(problem)}", markup=False, soft_wrap=True)
    if tally.refused > len(tally.problems):
        stderr.print(f"  and {tally.refused - len(tally.problems)} more")


def connector_rows(page: ConnectorPage) -> list[tuple[str, str]]:
    """Connectors as `headwater status` shows them."""
    rows = [(f"connector {one.name}", _summary(one)) for one in page.items]
    if page.total > len(page.items):
        rows.append(("connectors", f"and {page.total - len(page.items)} more: `headwater connectors`"))
    return rows


def _summary(one: ConnectorSummary) -> str:
    counts = f"{one.sent} new, {one.duplicates} known, {one.refused} not usable"
    return f"{one.status} {iso(one.updated_at)}: {one.error or counts}"
