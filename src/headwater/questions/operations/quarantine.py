"""What could not be read, and why."""

from headwater.answers.operations import QuarantinePage
from headwater.questions.parameters import Cursor, Limit, Reason
from headwater.questions.reading import Reading
from headwater.questions.registry import question
from headwater.store.queries import quarantine
from headwater.store.queries.paging import DEFAULT_LIMIT


@question("/quarantine", topic="quarantine", lists=("items",))
def list_quarantine(
    reading: Reading, reason: Reason = None, limit: Limit = DEFAULT_LIMIT, cursor: Cursor = None
) -> QuarantinePage:
    """What could not be read, newest first."""
    page = quarantine.listed(reading.connection, reason, limit, cursor)
    return QuarantinePage(page.items, page.total, page.next_cursor)
