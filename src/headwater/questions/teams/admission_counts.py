"""What teams sent, from this process to the store, and what all processes took of them back."""

from datetime import date

from headwater.questions.teams.admission import TeamAdmission
from headwater.questions.teams.telemetry_admission import TelemetryAdmission
from headwater.store.queries import team_days
from headwater.store.queries.rows import Connection
from headwater.store.queries.teams import TEAMS


def exchange_counts(
    connection: Connection, today: date, admission: TeamAdmission, of_telemetry: TelemetryAdmission
) -> None:
    """Counts that can't be written are added to the next ones."""
    events, items = admission.take_counts(), of_telemetry.take_counts()
    try:
        if events or items:
            team_days.add(connection, {**events, **items}, today)
        sent_events, sent_items = team_days.sent_on(connection, today)
        teams = TEAMS.all_rows(connection)
        admission.know(teams, today, sent_events)
        of_telemetry.know(teams, sent_items)
    except Exception:
        admission.put_back(events)
        of_telemetry.put_back(items)
        raise
