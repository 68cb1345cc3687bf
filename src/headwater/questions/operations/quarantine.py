"""What could not be read, why, and what would come of reading it again."""

from headwater.answers.arrivals import QuarantineReasons, ReplayForecast
from headwater.answers.operations import Quarantined, QuarantinePage
from headwater.log.reader import read_chosen
from headwater.questions.operations.arrivals import read_again
from headwater.questions.operations.requested_work import ReplayRequest, chosen_events
from headwater.questions.parameters import Cursor, Limit, OfTeam, Reason
from headwater.questions.reading import Reading
from headwater.questions.registry import question
from headwater.questions.teams.stored_teams import event_owner
from headwater.store.queries import pipeline, quarantine
from headwater.store.queries.paging import DEFAULT_LIMIT

MAX_CHECKED, MAX_CHECKED_BYTES = 1000, 32 * 1024 * 1024
CHUNK = 50
SHOWN_FAILING = 100


@question("/quarantine", topic="quarantine", lists=("items",))
def list_quarantine(
    reading: Reading,
    reason: Reason = None,
    team: OfTeam = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> QuarantinePage:
    """What could not be read, newest first."""
    owner = event_owner(reading.connection, team)
    page = quarantine.listed(reading.connection, reason, limit, cursor, owner)
    return QuarantinePage(page.items, page.total, page.next_cursor)


@question("/quarantine/reasons", topic="quarantine")
def quarantine_reasons(reading: Reading) -> QuarantineReasons:
    """Why things were set aside, each reason once with how often, first and last."""
    found = quarantine.reasons(reading.connection)
    return QuarantineReasons(
        reasons=found.items,
        total=found.total,
        events=quarantine.events(reading.connection),
        accepted=pipeline.status(reading.connection, reading.clock()).events,
    )


@question("/quarantine/dry-run", topic="quarantine", method="POST")
def forecast_replay(reading: Reading, request: ReplayRequest) -> ReplayForecast:
    """How many events a replay would read and how many it would set aside again; nothing is changed."""
    connection = reading.connection
    ids = chosen_events(connection, request)
    checked = failed = size = 0
    failing: list[Quarantined] = []
    for start in range(0, min(len(ids), MAX_CHECKED), CHUNK):
        if size > MAX_CHECKED_BYTES:
            break
        for entry in read_chosen(connection, ids[start : start + CHUNK]):
            _facts, aside = read_again(entry)
            checked, failed, size = checked + 1, failed + bool(aside), size + len(entry.body)
            failing += aside[: SHOWN_FAILING - len(failing)]
    return ReplayForecast(len(ids), checked, checked - failed, failed, tuple(failing))
