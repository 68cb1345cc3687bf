"""Connectors: which there are, how their last runs went, and where the next one goes on."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from headwater.access.scopes import AccessScope
from headwater.answers.connectors import ConnectorDetails, ConnectorPage
from headwater.errors import BoundToTeamsError, NotFoundError
from headwater.questions.parameters import Cursor, Limit, Moment, storable
from headwater.questions.reading import Reading, Writing
from headwater.questions.registry import Parameter, question, write
from headwater.store.queries import connectors
from headwater.store.queries.paging import DEFAULT_LIMIT

PATTERN = "^[A-Za-z0-9][A-Za-z0-9_.:@-]{0,99}$"
MAX_PROBLEMS, MAX_TEXT, MAX_COUNT = 20, 2000, 10**15

ConnectorName = Annotated[str, Parameter("Name of the connector.", examples=("dbt-shop",), pattern=PATTERN)]
Said = Annotated[str, AfterValidator(storable), Field(max_length=MAX_TEXT)]
Count = Annotated[int, Field(ge=0, le=MAX_COUNT)]


def _storable_state(value: Any) -> Any:
    """JSONB can hold no NUL and no half of a surrogate pair, in keys as little as in texts."""
    match value:
        case str():
            storable(value)
        case dict():
            for key, part in value.items():
                storable(str(key))
                _storable_state(part)
        case list():
            for part in value:
                _storable_state(part)
    return value


class ConnectorReport(BaseModel):
    """How a run is going, as the connector reports it after each part that it has sent."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        use_attribute_docstrings=True,
        json_schema_extra={
            "examples": [
                {
                    "kind": "dbt",
                    "source": "shop/target",
                    "status": "succeeded",
                    "run_at": "2026-04-20T05:00:00Z",
                    "state": {"artifacts": {"manifest": "0f3c"}},
                    "sent": 42,
                }
            ]
        },
    )

    kind: Annotated[Said, Field(min_length=1, max_length=100)]
    source: Said
    status: Literal["running", "succeeded", "failed"]
    run_at: Moment
    """When the run began. Reports with the same time are of one run, and replace each other."""
    state: Annotated[dict[str, Any] | None, AfterValidator(_storable_state)] = None
    """Where the next run goes on. Default the state that is kept."""
    sent: Count = 0
    duplicates: Count = 0
    refused: Count = 0
    problems: Annotated[list[Said], Field(max_length=MAX_PROBLEMS)] = []
    error: Said | None = None


@question("/connectors", topic="connectors", lists=("items",))
def list_connectors(reading: Reading, limit: Limit = DEFAULT_LIMIT, cursor: Cursor = None) -> ConnectorPage:
    """Connectors that have run, by name: what each reads, and how its last run went."""
    return connectors.page(reading.connection, limit, cursor)


@question("/connectors/{name}", topic="connectors")
def connector(reading: Reading, name: ConnectorName) -> ConnectorDetails:
    """One connector with the state from which its next run goes on."""
    found = connectors.find(reading.connection, name)
    if found is None:
        raise NotFoundError(f"no connector `{name}` has run")
    return found


@write("/connectors/{name}", topic="connectors", scope=AccessScope.INGEST)
def report_connector(writing: Writing, name: ConnectorName, request: ConnectorReport) -> ConnectorDetails:
    """Report how a run is going. Connectors do it by themselves, after each part that they have sent."""
    if not writing.sees_everything:
        raise BoundToTeamsError("connectors read for everybody, and this key is bound to teams")
    with writing.connection.transaction():
        return connectors.report(writing.connection, name, request.model_dump(), writing.clock())
