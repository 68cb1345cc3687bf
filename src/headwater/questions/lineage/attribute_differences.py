"""Which owners, descriptions, tiers, tags and classes changed between two times, and by which event."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

from headwater.answers.lineage import AttributeDifference, AttributeDifferences
from headwater.model.ids import NodeKind
from headwater.questions.lineage.schema_differences import members_of
from headwater.store.queries import attribute_history, nodes
from headwater.store.queries.attribute_history import AttributeRow
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.rows import Connection

Word = Literal["owners", "description", "tier", "tags", "classification", "pii"]
Values = tuple[str, ...]
# What of it changed: the word, and the column for what is said of columns.
Place = tuple[Word, str | None]

DECLARED = "headwater_asset."
WORDS: tuple[Word, ...] = ("owners", "description", "tier", "tags", "classification", "pii")


def attribute_differences(
    connection: Connection, earlier: datetime, later: datetime | None, about: NodeName | None, limit: int
) -> AttributeDifferences:
    """Of all datasets and jobs, of one, or of one column."""
    members = members_of(connection, about)
    found = attribute_history.changed(connection, earlier, later, members, limit)
    rows: dict[int, list[AttributeRow]] = {}
    for row in attribute_history.versions(connection, earlier, later, found.items):
        rows.setdefault(row.node_id, []).append(row)
    names = nodes.names(connection, set(rows))
    column = about.field if about is not None and about.kind == NodeKind.COLUMN else None
    items = tuple(
        item
        for node in found.items
        if node in names and node in rows
        for item in _differences(names[node], rows[node], earlier)
        if column is None or item.column == column
    )
    return AttributeDifferences(items, found.total if column is None else min(found.total, len(items)))


def _differences(
    node: NodeName, rows: Sequence[AttributeRow], earlier: datetime
) -> Iterator[AttributeDifference]:
    """Version after version, so that each change comes with the event that made it."""
    said: dict[str, Any] = {row.name: row.value for row in rows if row.at <= earlier}
    old = new = combined(said)
    changes: dict[Place, AttributeRow] = {}
    for row in rows:
        if row.at > earlier:
            said[row.name] = row.value
            before, new = new, combined(said)
            changes |= {
                place: row for place in before.keys() | new.keys() if before.get(place) != new.get(place)
            }
    for place in sorted(changes, key=_order):
        was, now, row = old.get(place, ()), new.get(place, ()), changes[place]
        if was != now:
            word, column = place
            yield AttributeDifference(row.at, node.answer, word, column, was, now, row.event_id)


def combined(said: Mapping[str, Any]) -> dict[Place, Values]:
    """What facets say together: what a person declared stands before, or beside, what producers send."""
    tags = said.get("tags") or {}
    found: dict[Place, Values] = {
        ("owners", None): _union(said.get("ownership"), [said.get(f"{DECLARED}owner")]),
        ("description", None): _first(said.get(f"{DECLARED}description"), said.get("documentation")),
        ("tier", None): _first(said.get(f"{DECLARED}tier")),
        ("tags", None): _union(tags.get("own"), said.get(f"{DECLARED}tags")),
    }
    tagged, declared = tags.get("columns") or {}, said.get(f"{DECLARED}columns") or {}
    for column in tagged.keys() | declared.keys():
        both = declared.get(column) or {}, tagged.get(column) or {}
        found["classification", column] = _first(*(one.get("classification") for one in both))
        found["pii", column] = _first(*(one.get("pii") for one in both))
    return {place: values for place, values in found.items() if values}


def _union(*lists: Any) -> Values:
    return tuple(sorted({str(word) for one in lists for word in one or () if word}))


def _first(*values: Any) -> Values:
    """The first that says anything; an empty text takes back what was said, and says nothing."""
    chosen = next((value for value in values if value is not None and value != ""), None)
    if chosen is None:
        return ()
    return ("yes" if chosen else "no",) if isinstance(chosen, bool) else (str(chosen),)


def _order(place: Place) -> tuple[int, str]:
    word, column = place
    return WORDS.index(word), column or ""
