"""The audit log: who asked, changed and was refused what."""

from typing import Annotated, Literal

from headwater.access.scopes import AccessScope
from headwater.answers.access import AuditPage
from headwater.questions.parameters import Cursor, Limit, Moment
from headwater.questions.reading import Reading
from headwater.questions.registry import Parameter, question
from headwater.store.queries import audit
from headwater.store.queries.paging import DEFAULT_LIMIT

OfKey = Annotated[str | None, Parameter("Filter by id of the key.")]
OfCaller = Annotated[str | None, Parameter("Filter by name of the key.", examples=("airflow production",))]
Refused = Annotated[bool | None, Parameter("Filter by whether access was refused.")]
OfMethod = Annotated[
    Literal["GET", "POST", "PATCH", "PUT", "DELETE"] | None, Parameter("Filter by method of the request.")
]
Since = Annotated[Moment | None, Parameter("Requests at or after this time.")]
Until = Annotated[Moment | None, Parameter("Requests before this time.")]


@question("/audit", topic="access", lists=("items",), scope=AccessScope.ADMIN)
def list_audit_entries(
    reading: Reading,
    key: OfKey = None,
    caller: OfCaller = None,
    refused: Refused = None,
    method: OfMethod = None,
    since: Since = None,
    until: Until = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> AuditPage:
    """What was asked with keys, and what was refused, newest first."""
    chosen = {
        "key_id": key,
        "caller": caller,
        "refused": refused,
        "method": method,
        "since": since,
        "until": until,
    }
    return audit.page(reading.connection, chosen, limit, cursor)
