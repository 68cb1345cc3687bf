"""May I run on this data now? For a circuit breaker in any orchestrator."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Annotated

import numpy as np

from headwater.answers.checks import CheckKind, CheckReason, DataCheck
from headwater.graph import reach
from headwater.graph.arcs import Ints
from headwater.questions import resolve
from headwater.questions.history.filters import named
from headwater.questions.parameters import Asset
from headwater.questions.reading import PRESENT, Reading
from headwater.questions.registry import Parameter, question
from headwater.store.queries import alerts, nodes
from headwater.store.queries.incidents import incidents
from headwater.store.queries.incidents.incidents import IncidentRow

MOST_UPSTREAM, MOST_REASONS, SHOWN = 5_000, 500, 100
KINDS: tuple[tuple[CheckKind, str], ...] = (
    ("failing_test", alerts.TESTS),
    ("failed_pipeline", alerts.RUNS),
    ("late_pipeline", alerts.LATE),
)
Days = Annotated[
    int,
    Parameter(
        "What failed earlier than so many days ago and is in no incident is left out. Default 7.",
        minimum=1,
        maximum=90,
    ),
]


@question("/check", topic="incidents")
def check(reading: Reading, asset: Asset, days: Days = 7) -> DataCheck:
    """Whether to run on this data now: incidents that are not over, failing tests, failed and late pipelines,
    of the asset itself and of everything upstream of it. Muted incidents stop nothing."""
    target = resolve.target(reading.connection, asset, field="asset").node
    now = reading.clock()
    found, cut = _upstream(reading, target.id)
    keys = nodes.keys(reading.connection, found)
    rows = incidents.of_nodes(reading.connection, keys, now)
    open_ones = [_of_incident(row) for row in rows if row.state != "muted"]
    reasons = [*open_ones, *_alerts(reading, found, days, rows)]
    reasons.sort(key=lambda one: (one.kind == "incident", one.at), reverse=True)
    return DataCheck(
        asset=target.answer,
        at=now,
        go=not reasons,
        reasons=tuple(reasons[:SHOWN]),
        reasons_total=len(reasons),
        muted=tuple(_of_incident(row) for row in rows if row.state == "muted"),
        upstream=len(found) - 1,
        missing=tuple(_missing(found, cut)),
    )


def _upstream(reading: Reading, root: int) -> tuple[list[int], bool]:
    """The asset and what is upstream of it, the nearest first, with the other names of each."""
    if root >= reading.graph.size:
        return [root], False
    walked = reach(reading.graph, [root], "upstream", at=PRESENT)
    ordered: Ints = np.concatenate([np.array([root], np.int32), walked.nodes, walked.jobs]).astype(np.int32)
    _, first = np.unique(ordered, return_index=True)
    kept = ordered[np.sort(first)]
    return kept[:MOST_UPSTREAM].tolist(), len(kept) > MOST_UPSTREAM


def _of_incident(row: IncidentRow) -> CheckReason:
    cause = incidents.read_change(row.cause)
    return CheckReason(
        "incident", f"{row.name}: {row.title}", cause.node if cause else None, row.opened_at, row.id
    )


def _alerts(
    reading: Reading, found: Sequence[int], days: int, rows: Sequence[IncidentRow]
) -> list[CheckReason]:
    """What is wrong upstream and belongs to no incident that is listed already."""
    until = reading.clock()
    since = until - timedelta(days=days)
    covered = {member for row in rows for member in row.members}
    wrong = [
        (kind, row)
        for kind, statement in KINDS
        for row in alerts.active_of(reading.connection, statement, found, since, until, MOST_REASONS)
        if not {f"run:{row.run_id}", f"test:{row.key}", f"breach:{row.key}"} & covered
    ]
    names = named(reading.connection, {row.node_id for _, row in wrong})
    return [
        CheckReason(kind, row.says or kind.replace("_", " "), names[row.node_id], row.at, None)
        for kind, row in wrong
    ]


def _missing(found: Sequence[int], cut: bool) -> list[str]:
    if cut:
        return [f"Only the nearest {MOST_UPSTREAM:,} upstream were looked at."]
    return ["Nothing is known to lie upstream of it."] if len(found) == 1 else []
