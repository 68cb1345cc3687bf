"""Which message went to whom, what waits, and what was given up."""

from typing import Annotated, Literal

from headwater.answers.notifications import NotificationPage
from headwater.questions.parameters import Cursor, Limit
from headwater.questions.reading import Reading
from headwater.questions.registry import Parameter, question
from headwater.store.queries import notifications
from headwater.store.queries.paging import DEFAULT_LIMIT

State = Annotated[Literal["waiting", "sent", "given_up"] | None, Parameter("Filter by state.")]
OfIncident = Annotated[
    int | None, Parameter("Filter by the number of an incident.", minimum=1, maximum=2**63 - 1)
]


@question("/notifications", topic="incidents", lists=("items",))
def list_notifications(
    reading: Reading,
    state: State = None,
    incident: OfIncident = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> NotificationPage:
    """Messages about incidents and subscribed changes: sent, waiting or given up, newest first."""
    return notifications.page(reading.connection, state, incident, limit, cursor)
