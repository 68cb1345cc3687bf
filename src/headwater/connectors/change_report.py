"""What changed schemas break, in lines that are shown right after they were read."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from headwater.answers.change import Impact
from headwater.answers.history import DatasetChange
from headwater.client import Headwater, requests
from headwater.connectors.run import RunResult

MAX_CHANGES = 100
# A long list helps nobody at once; `headwater changes` and `headwater impact` have the rest.
MAX_REASONS, MAX_COLUMNS, MAX_NAMES = 5, 3, 4
A_MOMENT = timedelta(milliseconds=1)


def describe_changes(server: Headwater, result: RunResult) -> Iterator[str]:
    """Of the changes that this run saw, once they are visible; what reads a column or table is named."""
    for one in server.list_changes(since=result.run_at, limit=MAX_CHANGES).items:
        if one.verdict is not None:
            yield f"{one.verdict}: {one.dataset.name}: {one.summary}"
            yield from _details(server, one)
    for name in result.dropped[:MAX_CHANGES]:
        yield f"dropped: {name}"
        # Its edges end with it: whom it reached is known of the moment before.
        yield from _reached(server, name, [None], as_of=result.run_at - A_MOMENT)


def _details(server: Headwater, one: DatasetChange) -> Iterator[str]:
    harmful = [change for change in one.changes if change.verdict != "compatible"]
    for change in harmful[:MAX_REASONS]:
        yield f"  {change.reason}"
    columns = dict.fromkeys(change.column for change in harmful if change.column)
    yield from _reached(server, one.dataset.id, list(columns)[:MAX_COLUMNS])


def _reached(
    server: Headwater, asset: str, columns: Iterable[str | None], as_of: datetime | None = None
) -> Iterator[str]:
    for column in columns:
        found = server.send(requests.impact(asset, column, as_of=as_of, limit=MAX_NAMES))
        if found.total.assets or found.total.queries:
            yield f"  {column or 'it'} reaches {_counted(found)}{_named(found)}"


def _counted(found: Impact) -> str:
    total = found.total
    counts = (
        (total.dashboards, "dashboard"),
        (total.datasets - total.dashboards, "table"),
        (total.pipelines, "pipeline"),
        (total.queries, "query"),
    )
    return ", ".join(f"{count} {_plural(word, count)}" for count, word in counts if count > 0)


def _plural(word: str, count: int) -> str:
    """
    >>> _plural("query", 2), _plural("table", 1)
    ('queries', 'table')
    """
    if count == 1:
        return word
    return f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"


def _named(found: Impact) -> str:
    """The first of them, with whom to ask."""
    names = [
        one.node.name + (f" ({', '.join(one.owners)})" if one.owners else "")
        for one in found.affected[:MAX_NAMES]
    ]
    more = found.total.assets - len(names)
    return (f": {', '.join(names)}" if names else "") + (f" and {more} more" if names and more > 0 else "")
