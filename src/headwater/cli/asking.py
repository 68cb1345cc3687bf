"""Put a question to a running server, show the answer in the wanted form, and end with 0 or 1."""

import sys
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
import typer

from headwater.cli.console import COULD_NOT, FOUND, exit_on_error, print_note
from headwater.cli.default_view import detail_grids, list_grid
from headwater.cli.running import open_client
from headwater.cli.tables import print_table
from headwater.cli.views import VIEWS, View
from headwater.client import Headwater
from headwater.client.errors import UnreadableAnswerError
from headwater.client.exchange import merged, next_page
from headwater.client.request import Request
from headwater.documents.formats import (
    Drawing,
    Format,
    Grid,
    ListFormat,
    csv_text,
    dot,
    mermaid,
    pretty_json,
)

T = TypeVar("T")
# The largest page that the server gives.
MAX_PAGE = 1000
# The server judges so many rows for a page, and may find nothing among them.
MAX_EMPTY = 20
# So many of what is not known are named in a line.
NAMED = 5
FIELDS = ("field", "value")


def ask(view: View[T], requests: Mapping[str, Request[T]], form: Format, limit: int, url: str | None) -> None:
    """One request, or several whose answers are shown as one."""
    with exit_on_error(), open_client(url) as client:
        wholes = {name: gather(client, request, limit) for name, request in requests.items()}
        answers = [typed(requests[name], whole) for name, whole in wholes.items()]
    if form is Format.JSON:
        # One answer is the server's JSON as it came; several are told apart by a name each.
        sys.stdout.write(pretty_json(wholes if len(wholes) > 1 else next(iter(wholes.values()))))
    else:
        _write(view, answers, form)
    for answer, whole in zip(answers, wholes.values(), strict=True):
        print_note(view.summary(answer))
        print_limits(whole, len(view.grid(answer).rows), view.total(answer))
    exit_if_incomplete(*wholes.values())
    if any(view.grid(answer).rows for answer in answers):
        raise typer.Exit(FOUND)


def ask_and_show(request: Request[Any], form: str, limit: int, url: str | None) -> None:
    """One question, in the view of its answer; without one of its own, as a list or as a detail."""
    if request.answer in VIEWS:
        ask(VIEWS[request.answer], {"answer": request}, Format(form), limit, url)
        return
    with exit_on_error(), open_client(url) as client:
        whole = gather(client, request, limit)
        answer = typed(request, whole)
    for_people = form == ListFormat.TABLE and sys.stdout.isatty()
    if form == ListFormat.JSON:
        sys.stdout.write(pretty_json(whole))
    elif request.lists:
        items = getattr(answer, request.lists[0])
        _write_grid(list_grid(items, for_people), form)
        if not items:
            print_note("nothing found")
        print_limits(whole, len(items), whole.get("total", len(items)))
    else:
        for title, grid in detail_grids(answer, for_people):
            _write_section(title, grid, form)
    exit_if_incomplete(whole)


def _write_section(title: str, grid: Grid, form: str) -> None:
    if title:
        sys.stdout.write(f"\n{title}\n")
    _write_grid(grid, form)


def _write_grid(grid: Grid, form: str) -> None:
    if form == ListFormat.CSV:
        # Tables leave out a head that says nothing; programs take the first line for one.
        named = grid if any(grid.headers) else Grid(FIELDS, grid.rows)
        sys.stdout.write(csv_text(named))
    elif grid.rows:
        # Of nothing there is no table: what there is to say goes to stderr.
        print_table(grid)


def gather(client: Headwater, request: Request[Any], limit: int) -> dict[str, Any]:
    """Page after page, until there are `limit` rows or no more; as the JSON of one answer."""
    if not request.lists:
        return client.send(request.as_json())
    return merged(gather_pages(client, request, limit), request.lists)


def gather_pages(client: Headwater, request: Request[Any], limit: int) -> list[dict[str, Any]]:
    pages: list[dict[str, Any]] = []
    following: Request[dict[str, Any]] | None = request.as_json()
    left, empty = limit, 0
    while following and left > 0:
        page = client.send(following.with_parameter("limit", min(left, MAX_PAGE)))
        pages.append(page)
        got = len(page.get(request.lists[0]) or ())
        left -= got
        # An empty page with a cursor brings `left` no nearer to zero: there may not be many of them.
        empty = 0 if got else empty + 1
        following = next_page(following, page) if empty < MAX_EMPTY else None
    return pages


def typed(request: Request[T], whole: dict[str, Any]) -> T:
    try:
        return msgspec.convert(whole, request.answer)
    except msgspec.ValidationError as error:
        raise UnreadableAnswerError(f"can't read the answer to {request.path}: {error}") from error


def exit_if_incomplete(*wholes: Mapping[str, Any]) -> None:
    """Something may be missing, as after an upgrade: no script may take that for an all-clear."""
    if reason := next((whole["incomplete"] for whole in wholes if whole.get("incomplete")), None):
        print_note(f"not complete: {reason}")
        raise typer.Exit(COULD_NOT)


def print_limits(whole: Mapping[str, Any], shown: int, total: int | None) -> None:
    """What the answer leaves out, and why; a total that is null is not known."""
    if whole.get("next_cursor"):
        all_shown = "a higher --limit shows more" if total is None else f"--limit {total} shows all"
        print_note(f"cut: {shown} of {'more' if total is None else total} shown; {all_shown}")
    if whole.get("truncated_by_depth"):
        print_note("cut: there is more beyond --depth")
    if whole.get("edges_truncated"):
        print_note("cut: more edges lead here than are shown")
    unknown = whole.get("unknown")
    if isinstance(unknown, dict):
        print_note(f"not known: {unknown_line(unknown)}")


def unknown_line(unknown: Mapping[str, Any]) -> str:
    """Whatever the server says it can't know, in one line."""
    kinds = (("datasets", "total"), ("jobs", "jobs_total"))
    named = "; ".join(filter(None, (_first_named(unknown, *kind) for kind in kinds)))
    parts = [str(unknown.get("reason") or ""), named]
    return ": ".join(part for part in parts if part) or pretty_json(dict(unknown)).strip()


def _first_named(unknown: Mapping[str, Any], items: str, total: str) -> str:
    names = [_named(item) for item in unknown.get(items) or ()][:NAMED]
    more = int(unknown.get(total) or len(names)) - len(names)
    return ", ".join([*names, *([f"and {more} more {items}"] if more > 0 else [])])


def _named(item: Any) -> str:
    name = item.get("id", "") if isinstance(item, dict) else str(item)
    return str(name).removeprefix("dataset:").removeprefix("job:")


def _write(view: View[T], answers: list[T], form: Format) -> None:
    if form in (Format.TABLE, Format.CSV):
        grids = [view.grid(answer) for answer in answers]
        _write_grid(Grid(grids[0].headers, tuple(row for grid in grids for row in grid.rows)), form)
        return
    whole = Drawing()
    for answer in answers:
        # Into one drawing: the asset in question is in every answer, and is drawn once.
        whole += view.drawing(answer)
    sys.stdout.write({Format.MERMAID: mermaid, Format.DOT: dot}[form](whole))
