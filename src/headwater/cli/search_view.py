"""How search results look in a terminal: what each is, who owns it, and where else a word was found."""

import sys
from typing import Any

from headwater.answers.search import SearchPage, SearchResult, TextMatch
from headwater.cli.asking import gather, print_limits, typed
from headwater.cli.console import exit_on_error, print_note
from headwater.cli.running import open_client
from headwater.cli.tables import print_table
from headwater.client.request import Request
from headwater.documents.formats import Grid, ListFormat, csv_text, joined, pretty_json
from headwater.documents.words import count

HEADERS = ("kind", "name", "tier", "owners", "found in")
IN_THE_NAME = ("name", "field", "namespace")
# Letters shown around the word that was found.
AROUND = 24


def show_results(request: Request[Any], form: ListFormat, limit: int, url: str | None) -> None:
    with exit_on_error(), open_client(url) as client:
        whole = gather(client, request, limit)
        answer: SearchPage = typed(request, whole)
    grid = results_grid(answer)
    if form is ListFormat.JSON:
        sys.stdout.write(pretty_json(whole))
    elif form is ListFormat.CSV:
        sys.stdout.write(csv_text(grid))
    elif grid.rows:
        print_table(grid)
    print_note(summary(answer))
    print_limits(whole, len(answer.items), answer.total)


def results_grid(answer: SearchPage) -> Grid:
    return Grid(HEADERS, tuple(map(_row, answer.items)))


def _row(item: SearchResult) -> tuple[str, ...]:
    kind = f"{item.kind} (dropped)" if item.dropped else item.kind
    # What the name shows already needs no proof.
    named = any(match.field in IN_THE_NAME for match in item.matches)
    elsewhere = [] if named else item.matches
    found = "; ".join(f"{match.field}: {excerpt(match)}" for match in elsewhere[:1])
    used = f"of {count(item.count, 'thing')}" if item.count is not None and item.kind != "query" else ""
    return kind, str(item), item.tier or "", joined(item.owners), found or used


def excerpt(match: TextMatch) -> str:
    """The words around the first that was found.

    >>> from headwater.answers.search import TextRange
    >>> excerpt(TextMatch("sql", "select a, b, c from shop.orders where a > b", (TextRange(24, 30),)))
    'select a, b, c from shop.orders where a > b'
    """
    first = match.ranges[0]
    begin = max(0, first.start - AROUND)
    end = first.end + AROUND
    before, after = "… " if begin else "", " …" if end < len(match.text) else ""
    return f"{before}{match.text[begin:end]}{after}"


def summary(answer: SearchPage) -> str:
    totals = answer.totals
    counted = {
        "dataset": totals.datasets,
        "job": totals.jobs,
        "column": totals.columns,
        "owner": totals.owners,
        "tag": totals.tags,
    }
    parts = [count(number, word) for word, number in counted.items() if number]
    parts += [f"{totals.queries} quer{'y' if totals.queries == 1 else 'ies'}"] * bool(totals.queries)
    found = ", ".join(parts)
    lines = [found or "nothing found"]
    if answer.suggestions:
        lines.append(f"as typed there is nothing; perhaps: {', '.join(answer.suggestions)}")
    if not answer.complete:
        lines.append("cut: too much fits to look at all of it; add a word")
    return "\n".join(lines)
