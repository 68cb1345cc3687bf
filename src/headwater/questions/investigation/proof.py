"""Would this schema change have broken the text of the job that failed? The Simulator's judge is asked."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from time import perf_counter

from headwater.model.ids import DatasetId
from headwater.questions.change.schema_judgement import nested_fields
from headwater.simulator.changes import Change
from headwater.simulator.judge import JudgedQuery, QueryVerdict, SchemaPair
from headwater.simulator.sqlglot_judge import SqlglotJudge
from headwater.sql.dialects import dialect_of
from headwater.sql.schemas import ColumnSchema, TableSchema
from headwater.store.queries.schema_history import VersionRow
from headwater.timemachine.evidence import Entity, Observation, Proof, Suspect
from headwater.timemachine.lineage_view import LineageView

# All proofs of one investigation have to fit into its second.
SECONDS_EACH, SECONDS_ALL = 0.2, 0.4
PROOFS = {
    QueryVerdict.WILL_ERROR: Proof.BREAKS,
    QueryVerdict.WILL_SILENTLY_CHANGE: Proof.CHANGES,
    QueryVerdict.SAFE: Proof.SAFE,
    QueryVerdict.COULD_NOT_ANALYZE: Proof.UNKNOWN,
}

Columns = tuple[ColumnSchema, ...]
SchemasAt = Mapping[DatasetId, Columns]


class SchemaProof:
    """Holds the texts of jobs against a dataset's schema with one change made, and all else as it was."""

    def __init__(self, versions: Mapping[str, VersionRow], lineage: LineageView, schemas: SchemasAt) -> None:
        self._versions = versions
        self._schemas = schemas
        self._judge = SqlglotJudge(seconds=SECONDS_EACH)
        self._known: dict[tuple[str, str], Proof] = {}
        self._left = SECONDS_ALL
        self.unasked = 0
        """How often there was no time left to ask."""
        self._lineage = lineage

    def __call__(self, suspect: Suspect, observation: Observation) -> Proof:
        row = self._versions.get(suspect.id)
        if row is None or suspect.schema is None or not observation.query:
            return Proof.UNKNOWN
        # A text that does not read the dataset itself proves nothing: what it reads may have gone wrong.
        changed = suspect.entity
        if not isinstance(changed, DatasetId) or changed not in self._sides[0].get(observation.entity, ()):
            return Proof.UNKNOWN
        before = columns_of(row.before)
        after = applied(before, suspect.schema)
        if after is None:
            return Proof.UNKNOWN
        key = (suspect.id, observation.query)
        if key not in self._known:
            if self._left <= 0:
                self.unasked += 1
                return Proof.UNKNOWN
            began = perf_counter()
            self._known[key] = self._judged(changed, observation, before, after)
            self._left -= perf_counter() - began
        return self._known[key]

    @cached_property
    def _sides(self) -> tuple[dict[Entity, set[DatasetId]], dict[Entity, set[DatasetId]]]:
        """What each job reads, and what it writes; built where a change of a schema asks for it."""
        reads: dict[Entity, set[DatasetId]] = defaultdict(set)
        writes: dict[Entity, set[DatasetId]] = defaultdict(set)
        for link in self._lineage.links:
            if isinstance(link.source, DatasetId):
                reads[link.target].add(link.source)
            if isinstance(link.target, DatasetId):
                writes[link.source].add(link.target)
        return reads, writes

    def _judged(self, changed: DatasetId, observation: Observation, before: Columns, after: Columns) -> Proof:
        reads, writes = self._sides
        job = observation.entity
        others = {*reads.get(job, ()), *writes.get(job, ())} - {changed}
        known = {one.name: TableSchema(one.name, self._schemas.get(one)) for one in others}
        name = changed.name
        pair = SchemaPair(
            {**known, name: TableSchema(name, before)}, {**known, name: TableSchema(name, after)}
        )
        namespaces = sorted({one.namespace for one in (*others, changed)})
        query = JudgedQuery(observation.query, dialect_of(None, namespaces))
        return PROOFS[self._judge.judge(query, pair).verdict]


def columns_of(fields: object) -> Columns:
    return tuple(ColumnSchema(field.name, field.type) for field in nested_fields("", fields))


def applied(before: Columns, change: Change) -> Columns | None:
    """The columns with this one change; None where it is of another kind than names and types.

    >>> from headwater.simulator.changes import Verdict
    >>> drop = Change("removed", "b", Verdict.BREAKING, "")
    >>> [column.name for column in applied((ColumnSchema("a"), ColumnSchema("b")), drop) or ()]
    ['a']
    """
    if change.kind == "removed":
        return tuple(one for one in before if not _is_part(one.name, change.column))
    if change.kind == "added":
        return (*before, ColumnSchema(change.column, change.new_type))
    if change.kind == "renamed" and change.new_name:
        new_name = change.new_name
        return tuple(replace(one, name=new_name) if one.name == change.column else one for one in before)
    if change.kind == "type_changed":
        new_type = change.new_type
        return tuple(replace(one, type=new_type) if one.name == change.column else one for one in before)
    return None


def _is_part(name: str, column: str) -> bool:
    return name == column or name.startswith(f"{column}.")
