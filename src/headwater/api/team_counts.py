"""Brings the ingest what teams there are and what they sent today, and writes down what they send."""

import logging

from fastapi.concurrency import run_in_threadpool

from headwater.api.process import Process
from headwater.questions.teams.admission import TeamAdmission
from headwater.store.queries import team_days
from headwater.store.queries.teams import TEAMS

logger = logging.getLogger(__name__)


async def keep_team_counts(process: Process, admission: TeamAdmission) -> None:
    """Others may run beside this process: what all of them wrote is read back."""
    await run_in_threadpool(_write, process, admission)


def _write(process: Process, admission: TeamAdmission) -> None:
    today = process.clock().date()
    counts = admission.take_counts()
    try:
        with process.pool.connection() as connection:
            if counts:
                team_days.add(connection, counts, today)
            admission.know(TEAMS.all_rows(connection), today, team_days.sent_on(connection, today))
    except Exception:
        logger.warning("counts of teams can't be written right now", exc_info=True)
        admission.put_back(counts)
