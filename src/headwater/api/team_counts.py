"""Brings the ingest what teams there are and what they sent today, and writes down what they send."""

import logging

from fastapi.concurrency import run_in_threadpool

from headwater.api.process import Process
from headwater.questions.teams.admission import TeamAdmission
from headwater.questions.teams.admission_counts import exchange_counts
from headwater.questions.teams.telemetry_admission import TelemetryAdmission

logger = logging.getLogger(__name__)


async def keep_team_counts(
    process: Process, admission: TeamAdmission, of_telemetry: TelemetryAdmission
) -> None:
    """Others may run beside this process: what all of them wrote is read back."""
    await run_in_threadpool(_write, process, admission, of_telemetry)


def _write(process: Process, admission: TeamAdmission, of_telemetry: TelemetryAdmission) -> None:
    try:
        with process.pool.connection() as connection:
            exchange_counts(connection, process.clock().date(), admission, of_telemetry)
    except Exception:
        logger.warning("counts of teams can't be written right now", exc_info=True)
