"""From the Hub's words to events of the log, and back to its replies."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from headwater.dialects.batches import places_of
from headwater.dialects.hub import wire
from headwater.errors import BadInputError, BadParameterError
from headwater.log.protocol import Appended
from headwater.model.events import Event
from headwater.model.json_elements import MAX_ELEMENTS, JsonScanner
from headwater.model.openlineage import check, read_event, to_event
from headwater.model.teams import with_team

# Bounds the reply when most of a large batch is refused; `rejected` still counts every one.
MAX_ERRORS = 1000
NAMESPACE_RULE = f"must be a text of {wire.MIN_NAMESPACE} to {wire.MAX_NAMESPACE} characters"


@dataclass(frozen=True, slots=True)
class TeamBatch:
    """What a team sent: the events that can be taken, and a line for each of the first that can't."""

    namespace: str
    received: int
    events: list[Event]
    errors: list[str]


def to_domain(body: bytes, prepare: Callable[[Event], Event], rejected: Counter[str]) -> TeamBatch:
    """A request, flat or wrapped in `lineage_data`; each event is read alone, and judged alone."""
    return _judged(_scanned(body), prepare, rejected)


def from_domain(batch: TeamBatch, taken: Appended | None) -> wire.LineageReply:
    return wire.LineageReply(
        accepted=len(batch.events),
        rejected=batch.received - len(batch.events),
        errors=batch.errors,
        namespace=batch.namespace,
        position=taken.position if taken else None,
        **places_of(taken),
    )


@dataclass(slots=True)
class _Scanned:
    """A request as it stands in the text; its events by where they begin, not yet decoded."""

    scanner: JsonScanner
    fields: dict[str, Any]
    events: list[int] | None = None


def _scanned(body: bytes) -> _Scanned:
    request = _Scanned(JsonScanner(body), {})
    _scan_object(request, "")
    request.scanner.end()
    return request


def _scan_object(request: _Scanned, where: str) -> None:
    """Flat fields and those of `lineage_data` alike: no request has both."""
    scanner = request.scanner
    if scanner.next_character() != "{":
        scanner.value()
        # The value was read first, so that what is not JSON at all is a 400, and only other values come here.
        raise BadParameterError(where or "body", "must be an object")
    for key in scanner.names():
        if key == "lineage_data" and not where:
            _scan_object(request, key)
        elif key == "events" and scanner.next_character() == "[":
            # Each is decoded to find its end, and dropped: decoded, they would all be in memory at once.
            request.events = [scanner.began for _ in scanner.elements(MAX_ELEMENTS)]
        else:
            request.fields[key] = scanner.value()


def _judged(request: _Scanned, prepare: Callable[[Event], Event], rejected: Counter[str]) -> TeamBatch:
    namespace = request.fields.get("namespace")
    if not isinstance(namespace, str) or not wire.MIN_NAMESPACE <= len(namespace) <= wire.MAX_NAMESPACE:
        raise BadParameterError("namespace", NAMESPACE_RULE)
    if request.events is None:
        raise BadParameterError("events", "must be an array of events")
    if not isinstance(request.fields.get("source"), str | None):
        raise BadParameterError("source", "must be a text")
    batch = TeamBatch(namespace, len(request.events), [], [])
    for index, began in enumerate(request.events):
        try:
            batch.events.append(prepare(_event(request.scanner, began, namespace)))
        except BadInputError as error:
            rejected[error.code] += 1
            if len(batch.errors) < MAX_ERRORS:
                batch.errors.append(f"Event {index}: {error}")
    return batch


def _event(scanner: JsonScanner, began: int, namespace: str) -> Event:
    """As it came, to the letter, unless it does not say by itself whose it is."""
    scanner.at = began
    document = scanner.value()
    named = with_team(document, namespace)
    if named is not document:
        return to_event(check(named))
    return read_event(scanner.text[began : scanner.at].encode("utf-8", "surrogatepass"))
