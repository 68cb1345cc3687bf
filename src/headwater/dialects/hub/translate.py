"""From the Hub's words to events of the log, and back to its replies."""

from typing import Any

from headwater.dialects.hub import wire
from headwater.errors import BadInputError
from headwater.model.events import Event
from headwater.model.openlineage import check, to_event


def to_domain(request: wire.LineageRequest) -> tuple[list[Event], list[str]]:
    """The events that can be taken, and a line for each that can't."""
    events: list[Event] = []
    errors: list[str] = []
    for index, document in enumerate(request.events):
        try:
            events.append(to_event(check(_with_namespace(document, request.namespace))))
        except BadInputError as error:
            errors.append(f"Event {index}: {error}")
    return events, errors


def from_domain(
    request: wire.LineageRequest, events: list[Event], errors: list[str], position: int | None
) -> wire.LineageReply:
    return wire.LineageReply(
        accepted=len(events),
        rejected=len(errors),
        errors=errors,
        namespace=request.namespace,
        position=position,
    )


def _with_namespace(document: Any, namespace: str) -> Any:
    """A job without a namespace belongs to the team that sends it."""
    job = document.get("job") if isinstance(document, dict) else None
    if not isinstance(job, dict) or job.get("namespace"):
        return document
    return {**document, "job": {**job, "namespace": namespace}}
