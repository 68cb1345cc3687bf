"""Brings the ingest what teams there are and what they sent today, and writes down what they send."""

import logging

from fastapi.concurrency import run_in_threadpool

from headwater.api.process import Process
from headwater.questions.teams.admission import TeamAdmission
from headwater.questions.teams.telemetry_admission import TelemetryAdmission
from headwater.store.queries import team_days
from headwater.store.queries.teams import TEAMS

logger = logging.getLogger(__name__)


async def keep_team_counts(
    process: Process, admission: TeamAdmission, of_telemetry: TelemetryAdmission
) -> None:
    """Others may run beside this process: what all of them wrote is read back."""
    await run_in_threadpool(_write, process, admission, of_telemetry)


def _write(process: Process, admission: TeamAdmission, of_telemetry: TelemetryAdmission) -> None:
    today = process.clock().date()
    events, items = admission.take_counts(), of_telemetry.take_counts()
    try:
        with process.pool.connection() as connection:
            if events or items:
                team_days.add(connection, {**events, **items}, today)
            sent_events, sent_items = team_days.sent_on(connection, today)
            teams = TEAMS.all_rows(connection)
            admission.know(teams, today, sent_events)
            of_telemetry.know(teams, sent_items)
    except Exception:
        logger.warning("counts of teams can't be written right now", exc_info=True)
        admission.put_back(events)
        of_telemetry.put_back(items)
