"""Labelled cases: what the back-test asks the Time Machine, and what people say is right."""

from headwater.answers.checks import LabelledCase, LabelledCasePage
from headwater.questions.incidents.explanation import read_explanation
from headwater.questions.parameters import Cursor, Limit
from headwater.questions.reading import Reading
from headwater.questions.registry import question
from headwater.store.queries.incidents import incidents
from headwater.store.queries.incidents.incidents import IncidentRow
from headwater.store.queries.paging import DEFAULT_LIMIT


@question("/incidents/cases", topic="incidents", lists=("items",))
def list_labelled_cases(
    reading: Reading, limit: Limit = DEFAULT_LIMIT, cursor: Cursor = None
) -> LabelledCasePage:
    """Incidents whose cause somebody confirmed or corrected, as cases for `headwater backtest`."""
    rows, total, following = incidents.judged(reading.connection, reading.clock(), limit, cursor)
    cases = tuple(one for one in (_case(reading, row) for row in rows) if one is not None)
    return LabelledCasePage(items=cases, total=total, next_cursor=following)


def _case(reading: Reading, row: IncidentRow) -> LabelledCase | None:
    kept = incidents.explanation(reading.connection, row.id)
    cause = incidents.read_change(row.true_cause if row.verdict == "corrected" else row.cause)
    if kept is None or cause is None or row.verdict is None:
        return None
    said = read_explanation(kept)
    days = (said.at - said.since).total_seconds() / 86_400
    return LabelledCase(
        row.id, said.alert.id, said.at, round(days, 4), cause, row.verdict, row.verdict_by or ""
    )
