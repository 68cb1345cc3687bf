"""When an incident is over by itself: everything that failed in it has gone well since.

Each failed run's job has completed a later run, each unusual run's job one that measures as usual, each
failed test has passed, each late job has run. What is only at risk, or was only said, does not count. A new
failure of the same cause opens the incident again.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from uuid import UUID

from headwater.health.normal import FAR, hour_of_week, normal_at
from headwater.model.ids import JobId
from headwater.questions.record import record
from headwater.store.queries import runs
from headwater.store.queries.evidence import runs as evidence_runs
from headwater.store.queries.incidents import activity, incidents, recovered
from headwater.store.queries.incidents.incidents import IncidentRow
from headwater.store.queries.incidents.recovered import Recovery
from headwater.store.queries.rows import Connection

RECOVERED = "everything that failed has gone well since"
OF_RUNS, MEASURES = ("run", "late"), ("duration", "rows", "bytes")


def resolve_recovered(connection: Connection, now: datetime) -> tuple[tuple[int, int], ...]:
    """The numbers of those that are over now, each with that of its activity."""
    done = []
    for row in incidents.unresolved(connection, now):
        found = (*_recoveries(connection, row), *_usual_again(connection, row, now))
        times = [one.at for one in found if one.at is not None]
        if found and len(times) == len(found):
            done.append((row.id, _resolve(connection, row, max(times), now)))
    return tuple(done)


def _resolve(connection: Connection, row: IncidentRow, at: datetime, now: datetime) -> int:
    with connection.transaction():
        incidents.change(connection, row.id, resolved_at=at, resolved_by=None, resolution=RECOVERED)
        number = activity.add(connection, row.id, "resolved", at, now, text=RECOVERED)
        record(connection, {"incident": [row.id], "incident_activity": [number]}, now)
    return number


def _recoveries(connection: Connection, row: IncidentRow) -> tuple[Recovery, ...]:
    return recovered.of_members(
        connection,
        runs=list(_ids(row.members, OF_RUNS)),
        tests=list(_ids(row.members, ("test",))),
        jobs=list(_missing_jobs(row.members)),
        breaches=[int(rest) for kind, rest in _parts(row.members) if kind == "breach" and rest.isdigit()],
        since=row.last_at,
    )


def _usual_again(connection: Connection, row: IncidentRow, now: datetime) -> Iterator[Recovery]:
    for measure in MEASURES:
        for run in _ids(row.members, (measure,)):
            yield Recovery(f"{measure}:{run}", _first_usual(connection, run, measure, now))


def _first_usual(connection: Connection, run: UUID, measure: str, now: datetime) -> datetime | None:
    """When a later run first measured as was usual before this one; any does where nobody can say."""
    ran = runs.job_and_end(connection, run)
    if ran is None or ran.job_id is None or ran.ended_at is None:
        return None
    known = evidence_runs.measured(connection, [ran.job_id], ran.ended_at, now)
    measured = [one for one in known if getattr(one, measure) is not None]
    before = [one for one in measured if one.ended_at <= ran.ended_at and one.run_id != run]
    values, hours = [getattr(one, measure) for one in before], [hour_of_week(one.began_at) for one in before]
    for one in known:
        if one.ended_at > ran.ended_at:
            usual, value = (
                normal_at(hour_of_week(one.began_at), values, hours, measure),
                getattr(one, measure),
            )
            if usual is None or value is None or abs(usual.score(value)) <= FAR:
                return one.ended_at
    return None


def _parts(members: Sequence[str]) -> Iterator[tuple[str, str]]:
    for member in members:
        kind, _, rest = member.partition(":")
        yield kind, rest


def _ids(members: Sequence[str], kinds: Sequence[str]) -> Iterator[UUID]:
    for kind, rest in _parts(members):
        if kind in kinds:
            try:
                yield UUID(rest)
            except ValueError:
                continue


def _missing_jobs(members: Sequence[str]) -> Iterator[str]:
    """A namespace may hold slashes itself: each place where it could end is tried."""
    for kind, rest in _parts(members):
        if kind == "missing":
            places = [place for place, letter in enumerate(rest) if letter == "/"][:20]
            yield from (JobId(rest[:place], rest[place + 1 :]).key for place in places)
