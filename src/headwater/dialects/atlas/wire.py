"""Atlas's words: one envelope around everything, errors included."""

from pydantic import BaseModel


class AtlasEvent(BaseModel):
    """`event` is the OpenLineage event as JSON text; `eventId` a time-based UUID."""

    eventId: str  # noqa: N815 (their word)
    source: str | None
    jobName: str | None  # noqa: N815
    runId: str  # noqa: N815
    eventTime: str  # noqa: N815
    event: str
    status: str


class AtlasEnvelope(BaseModel):
    success: bool
    message: str | None = None
    error: str | None = None
    runId: str | None = None  # noqa: N815
    eventCount: int | None = None  # noqa: N815
    events: list[AtlasEvent] | None = None
    pageSize: int | None = None  # noqa: N815
    nextPagingState: str | None = None  # noqa: N815
