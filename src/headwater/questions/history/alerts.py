"""What is wrong now, or was at a time: failing tests, failed and late pipelines."""

from datetime import timedelta
from typing import Annotated, Literal

from headwater.answers.base import Node
from headwater.answers.dataset_history import ActiveAlert, ActiveAlerts
from headwater.errors import BadParameterError
from headwater.questions.history.filters import named
from headwater.questions.parameters import AsOf, OfTeam
from headwater.questions.reading import Reading
from headwater.questions.registry import Parameter, question
from headwater.questions.teams.stored_teams import known_team
from headwater.store.queries import alerts
from headwater.store.queries.alerts import AlertRow
from headwater.store.queries.incidents import incidents

MOST = 500

Days = Annotated[
    int,
    Parameter(
        "What went wrong earlier than so many days before is left out. Default 7.", minimum=1, maximum=90
    ),
]
KINDS: tuple[tuple[Literal["failing_test", "failed_pipeline", "late_pipeline"], str], ...] = (
    ("failing_test", alerts.TESTS),
    ("failed_pipeline", alerts.RUNS),
    ("late_pipeline", alerts.LATE),
)


@question("/alerts", topic="history")
def active_alerts(reading: Reading, as_of: AsOf = None, days: Days = 7, team: OfTeam = None) -> ActiveAlerts:
    """Tests whose newest result is bad, pipelines whose newest run failed, and what is late."""
    now = reading.clock()
    if as_of is not None and as_of > now:
        raise BadParameterError("as_of", f"lies in the future; it is {now:%Y-%m-%dT%H:%M:%SZ}")
    until = as_of or now
    since, owner = until - timedelta(days=days), known_team(reading.connection, team)
    found = {
        kind: alerts.active(reading.connection, statement, since, until, MOST + 1, owner)
        for kind, statement in KINDS
    }
    names = named(reading.connection, {row.node_id for rows in found.values() for row in rows})
    listed = [_alert(kind, row, names) for kind, _ in KINDS for row in found[kind][:MOST]]
    return ActiveAlerts(
        as_of=until,
        since=since,
        failing_tests=min(len(found["failing_test"]), MOST),
        failed_pipelines=min(len(found["failed_pipeline"]), MOST),
        late_pipelines=min(len(found["late_pipeline"]), MOST),
        open_incidents=incidents.open_count(reading.connection, until, owner),
        alerts=tuple(sorted(listed, key=lambda one: one.at, reverse=True)),
        cut=any(len(rows) > MOST for rows in found.values()),
    )


def _alert(
    kind: Literal["failing_test", "failed_pipeline", "late_pipeline"],
    row: AlertRow,
    names: dict[int | None, Node],
) -> ActiveAlert:
    return ActiveAlert(
        kind=kind,
        node=names[row.node_id],
        column=row.field,
        at=row.at,
        says=row.says or kind.replace("_", " "),
        run_id=row.run_id,
        event_id=row.event_id,
    )
