"""`headwater timeliness`: ask a running Headwater what is late, and end with 1 when something is."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import typer

from headwater.cli.console import FOUND, address, exit_on_error, stderr
from headwater.cli.running import connect
from headwater.cli.tables import print_table
from headwater.client.request import Request
from headwater.documents.formats import Grid, joined, pretty_json
from headwater.documents.words import count, moment

CHECK: Request[dict[str, Any]] = Request("POST", "/timeliness", dict, body=b"{}", reads=False)
HEADERS = ("pipeline", "what", "since", "late by", "limit", "downstream")


def report_timeliness(as_json: bool, url: str | None) -> None:
    with exit_on_error(), connect(address(url)) as server:
        found = server.send(CHECK)
    if as_json:
        sys.stdout.write(pretty_json(found))
    elif found["late"] or found["long_running"]:
        print_table(Grid(HEADERS, tuple(rows(found))))
    late, long = len(found["late"]), len(found["long_running"])
    checked = count(found["checked"], "pipeline or job", "pipelines and jobs")
    stderr.print(f"{checked} checked: {late} late, {count(long, 'long run')}")
    # Not by the lists: a long run that has ended is shown, but nothing waits for it any more.
    if found["status"] == "late":
        raise typer.Exit(FOUND)


def rows(found: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    for late in found["late"]:
        yield _row(late, "data is old", str(late["limit"]))
    for run in found["long_running"]:
        what = "still running" if run["running"] else "ran long"
        limit = f"{lasting(run['limit_seconds'])} ({run['limit_from']})"
        yield _row(run, what, limit)


def _row(item: Mapping[str, Any], what: str, limit: str) -> tuple[str, ...]:
    behind = lasting(int(item["late_by_seconds"]))
    since = moment(datetime.fromisoformat(item["since"]))
    return str(item["name"]), what, since, behind, limit, _downstream(item["downstream"])


def _downstream(found: Mapping[str, Any] | None) -> str:
    items: Sequence[str] = found["items"][:3] if found else ()
    return joined(items, int(found["total"])) if found and items else ""


def lasting(seconds: int) -> str:
    """
    >>> lasting(93784), lasting(42)
    ('1 d 2 h', '42 s')
    """
    parts = []
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min"), (1, "s")):
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(f"{count} {unit}")
    return " ".join(parts[:2]) or "0 s"
