"""What batch jobs found out: effective classes of columns, and datasets by how much depends on them."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Annotated, Literal

from headwater.answers.compliance import (
    ClassifiedColumn,
    ClassifiedPage,
    DeclaredClass,
    EffectiveClass,
    RankedDataset,
    Ranking,
)
from headwater.model.classification import LEVELS, UNCLASSIFIED_PII, Level
from headwater.questions import resolve
from headwater.questions.compliance.flow_sources import DeclaredMark, declared
from headwater.questions.parameters import Cursor, Limit, OfTeam
from headwater.questions.reading import Reading
from headwater.questions.registry import Parameter, question
from headwater.questions.teams.stored_teams import known_team
from headwater.store.analytics import CLASSIFY, REACH
from headwater.store.queries import analytics, nodes
from headwater.store.queries.analytics import ClassFilter, ClassRow, Computed, ReachRow
from headwater.store.queries.dataset_activity import DatasetActivity, activity
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.paging import DEFAULT_LIMIT
from headwater.store.queries.rows import Connection

# The job keeps what a declaration counts as, which it goes on with; what was said is in the labels.
DECLARED_WITH_CLASS = f"declared {UNCLASSIFIED_PII.word} and personal"
DECLARED_WITHOUT = f"declared personal without a class, which counts as {UNCLASSIFIED_PII.word}"

Inherited = Annotated[
    bool | None, Parameter("Filter by whether the column inherits something.", examples=("true",))
]
Undeclared = Annotated[
    bool | None,
    Parameter("`true`: only columns that inherit personal data or a class not declared on them."),
]
EffectiveLevel = Annotated[
    Literal["public", "internal", "confidential", "restricted"] | None,
    Parameter("Filter by effective class."),
]
HasPii = Annotated[bool | None, Parameter("Filter by whether the column holds personal data.")]
OfDataset = Annotated[
    str | None, Parameter("Only columns of this dataset.", examples=("sales.orders",), min_length=1)
]
Order = Annotated[
    Literal["downstream", "upstream", "critical"],
    Parameter(
        "Most datasets downstream first, most upstream, or most of tier 1 downstream. Default `downstream`."
    ),
]


@question("/compliance/columns", topic="analytics", lists=("items",))
def list_classified_columns(
    reading: Reading,
    inherited: Inherited = None,
    undeclared: Undeclared = None,
    classification: EffectiveLevel = None,
    pii: HasPii = None,
    dataset: OfDataset = None,
    team: OfTeam = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> ClassifiedPage:
    """Effective classes of columns, the most sensitive first, with why they have them."""
    connection = reading.connection
    level = int(LEVELS[classification]) if classification else None
    wanted = ClassFilter(
        inherited, undeclared, level, pii, _members(connection, dataset), known_team(connection, team)
    )
    page = analytics.classes(connection, wanted, limit, cursor)
    ids = (id for row in page.items for id in (row.column_id, row.source_id, row.pii_source_id))
    known = nodes.names(connection, _without_none(ids))
    said = declared(connection, [row.column_id for row in page.items])
    computed_at, position = _computed(analytics.computed(connection, CLASSIFY))
    # The batch job's rows are older than the nodes: a column may have been removed since.
    rows = [row for row in page.items if row.column_id in known]
    return ClassifiedPage(
        items=tuple(_column(row, known, said.get(row.column_id)) for row in rows),
        total=page.total,
        next_cursor=page.next_cursor,
        computed_at=computed_at,
        position=position,
    )


@question("/ranking", topic="analytics", lists=("items",))
def ranking(
    reading: Reading,
    order: Order = "downstream",
    team: OfTeam = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> Ranking:
    """Datasets by how much depends on them, or by how much they depend on."""
    page = analytics.ranking(reading.connection, order, limit, cursor, known_team(reading.connection, team))
    active = activity(reading.connection, [row.dataset_id for row in page.items])
    writers = _without_none(one.writer_id for one in active.values())
    known = nodes.names(reading.connection, [*(row.dataset_id for row in page.items), *writers])
    computed_at, position = _computed(analytics.computed(reading.connection, REACH))
    return Ranking(
        items=tuple(
            _ranked(row, active[row.dataset_id], known) for row in page.items if row.dataset_id in known
        ),
        total=page.total,
        next_cursor=page.next_cursor,
        computed_at=computed_at,
        position=position,
    )


def _members(connection: Connection, dataset: str | None) -> list[int] | None:
    if dataset is None:
        return None
    node = resolve.entity(connection, dataset, resolve.DATASET, field="dataset")
    return nodes.members(connection, node.id)


def _computed(run: Computed | None) -> tuple[datetime | None, int | None]:
    return (run.computed_at, run.position) if run else (None, None)


def _without_none(ids: Iterable[int | None]) -> set[int]:
    return {id for id in ids if id is not None}


def _column(row: ClassRow, known: Mapping[int, NodeName], said: DeclaredMark | None) -> ClassifiedColumn:
    # No node has the number 0.
    level_from, pii_from = known.get(row.source_id or 0), known.get(row.pii_source_id or 0)
    is_declared = row.declared_level is not None or row.declared_pii is not None
    word = None if row.declared_level is None else Level(row.declared_level).word
    why = row.why
    if said is not None and _only_counts_as(row, said):
        word = said.classification
        why = why.replace(DECLARED_WITH_CLASS, DECLARED_WITHOUT, 1)
    origin = level_from or pii_from
    return ClassifiedColumn(
        column=known[row.column_id].answer,
        declared=DeclaredClass(word, row.declared_pii) if is_declared else None,
        effective=EffectiveClass(Level(row.level).word, row.pii),
        undeclared=row.undeclared,
        inherited_from=origin.answer if origin else None,
        pii_from=pii_from.answer if pii_from else None,
        # Of the origin that is shown, whichever of the two it is.
        depth=row.depth if level_from else row.pii_depth,
        why=why,
    )


def _only_counts_as(row: ClassRow, said: DeclaredMark) -> bool:
    """Whether its class is not declared, but follows from its being personal data."""
    stored_so = bool(row.declared_pii) and row.declared_level == UNCLASSIFIED_PII
    return stored_so and (said.classification or "").lower() != UNCLASSIFIED_PII.word


def _ranked(row: ReachRow, active: DatasetActivity, known: Mapping[int, NodeName]) -> RankedDataset:
    # No node has the number 0.
    writer = known.get(active.writer_id or 0)
    return RankedDataset(
        dataset=known[row.dataset_id].answer,
        downstream=row.downstream,
        upstream=row.upstream,
        downstream_jobs=row.downstream_jobs,
        downstream_dashboards=row.downstream_dashboards,
        downstream_critical=row.downstream_critical,
        downstream_owners=row.downstream_owners,
        exact=row.exact,
        written_by=writer.answer if writer else None,
        readers=active.readers,
    )
