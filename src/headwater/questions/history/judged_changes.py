"""Schema versions compared with the ones before them, and judged by who read the dataset at the time."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from headwater.answers.history import DatasetChange
from headwater.model.times import to_micros
from headwater.questions.change.column_use import ColumnUse, column_use
from headwater.questions.change.schema_judgement import (
    WORST_FIRST,
    nested_fields,
    schema_change,
    worst_verdict,
)
from headwater.questions.history.filters import named
from headwater.questions.reading import Reading
from headwater.questions.simulation.links import rollback_request
from headwater.simulator.schema_diff import Change, Field, compare
from headwater.store.queries import schema_history
from headwater.store.queries.schema_history import VersionRow

# So many changes are named in a summary.
NAMED = 5
# And so many are shown.
SHOWN = 100
# Beyond so many columns that came or went, nobody renamed them one by one.
MAX_RENAMES = 1000
WORDS = {
    "added": "added",
    "removed": "removed",
    "renamed": "renamed",
    "type_changed": "retyped",
    "nullability_changed": "nullability of",
    "reordered": "reordered",
}


@dataclass(frozen=True, slots=True)
class JudgedVersion:
    row: VersionRow
    changes: tuple[Change, ...]

    @property
    def verdict(self) -> str | None:
        return worst_verdict(self.changes).value if self.row.before is not None else None


def judged(reading: Reading, rows: Sequence[VersionRow]) -> list[JudgedVersion]:
    """Each compared with the version before it; the first of a dataset changes nothing."""
    columns = _columns(reading, rows)
    return [JudgedVersion(row, _changes(reading, row, columns[row.dataset_id])) for row in rows]


def answered(reading: Reading, found: Sequence[JudgedVersion]) -> list[dict[str, Any]]:
    """The fields of `DatasetChange`."""
    numbers = (number for one in found for number in (one.row.dataset_id, one.row.job_id))
    names = named(reading.connection, numbers)
    return [
        {
            "at": one.row.at,
            "dataset": names[one.row.dataset_id],
            "verdict": one.verdict,
            "summary": _summary(one),
            "changes": tuple(schema_change(change) for change in _worst_first(one.changes)[:SHOWN]),
            "changes_total": len(one.changes),
            "actor": one.row.actor,
            "job": names.get(one.row.job_id),
            "run_id": one.row.run_id,
            "event_id": one.row.event_id,
            "rollback": _rollback(names[one.row.dataset_id].id, one),
        }
        for one in found
    ]


def to_changes(reading: Reading, found: Sequence[JudgedVersion]) -> tuple[DatasetChange, ...]:
    return tuple(DatasetChange(**fields) for fields in answered(reading, found))


def _rollback(asset: str, found: JudgedVersion) -> dict[str, Any] | None:
    former = [field.name for field in nested_fields("", found.row.before)]
    return rollback_request(asset, found.changes, former)


def _columns(reading: Reading, rows: Sequence[VersionRow]) -> dict[int, dict[str, int]]:
    """By dataset: the numbers of the columns that are not the same any more."""
    changed = [(row.dataset_id, name) for row in rows if row.before is not None for name in _lost(row)]
    datasets, fields = {dataset for dataset, _ in changed}, {name for _, name in changed}
    columns: dict[int, dict[str, int]] = defaultdict(dict)
    if changed:
        for column in schema_history.field_nodes(reading.connection, sorted(datasets), sorted(fields)):
            columns[column.dataset_id][column.field] = column.id
    return columns


def _lost(row: VersionRow) -> set[str]:
    kept = {field for field in nested_fields("", row.after)}
    return {field.name for field in nested_fields("", row.before) if field not in kept}


def _changes(reading: Reading, row: VersionRow, columns: dict[str, int]) -> tuple[Change, ...]:
    if row.before is None:
        return ()
    # A dataset that is newer than the graph in memory: who reads it is not known yet.
    use = _use(reading, row, columns) if row.dataset_id < reading.graph.size else None
    before = [
        replace(field, used=use.readers_of(field.name) if use else None, silent=use.silent if use else 0)
        for field in nested_fields("", row.before)
    ]
    after: list[Field] = list(nested_fields("", row.after))
    gone = {field.name for field in before} ^ {field.name for field in after}
    return compare(before, after, renames=len(gone) <= MAX_RENAMES)


def _use(reading: Reading, row: VersionRow, columns: dict[str, int]) -> ColumnUse:
    # Right before: what a change broke may read nothing any more at its own instant.
    return column_use(reading, row.dataset_id, columns, to_micros(row.at) - 1)


def _worst_first(changes: Sequence[Change]) -> list[Change]:
    return sorted(changes, key=lambda change: WORST_FIRST.index(change.verdict))


def _summary(found: JudgedVersion) -> str:
    """
    >>> from types import SimpleNamespace as Given
    >>> change = Given(kind="renamed", column="a", new_name="b", old_type=None, new_type=None)
    >>> _summary(Given(row=Given(before=[]), changes=[change]))
    'renamed a to b'
    """
    if found.row.before is None:
        return "first known schema"
    words = [_words(change) for change in found.changes[:NAMED]]
    more = len(found.changes) - len(words)
    # What is left where no change was found is another order of nested fields.
    return ", ".join([*words, *([f"and {more} more"] if more else [])]) or "another order"


def _words(change: Change) -> str:
    if change.kind == "reordered":
        return "reordered columns"
    what = f"{WORDS.get(change.kind, change.kind)} {change.column}"
    if change.kind == "renamed":
        return f"{what} to {change.new_name}"
    if change.kind == "type_changed":
        return f"{what} from {change.old_type} to {change.new_type}"
    return what
