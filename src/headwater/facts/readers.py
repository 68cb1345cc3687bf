"""What an event says, read by the reader of its kind. What can't be read becomes a quarantine fact."""

from collections.abc import Callable, Mapping

from headwater.facts import kinds
from headwater.facts.fact import Fact
from headwater.facts.kafka_record import read_kafka_record
from headwater.facts.namespace_joins import read_namespace_join
from headwater.facts.openlineage.reader import read_openlineage
from headwater.facts.problem import MAX_REASON
from headwater.facts.query_log import read_query
from headwater.facts.reports import read_assertion, read_signal
from headwater.facts.responses import read_acknowledgement, read_response
from headwater.model.events import EventKind, LogEntry
from headwater.model.times import from_micros, iso

Reader = Callable[[LogEntry], list[Fact]]

# A new kind of event: its reader, and a line here.
READERS: Mapping[str, Reader] = {
    EventKind.RUN: read_openlineage,
    EventKind.JOB: read_openlineage,
    EventKind.DATASET: read_openlineage,
    EventKind.QUERY: read_query,
    EventKind.SIGNAL: read_signal,
    EventKind.ASSERTION: read_assertion,
    EventKind.ACKNOWLEDGEMENT: read_acknowledgement,
    EventKind.RESPONSE: read_response,
    EventKind.NAMESPACE_JOIN: read_namespace_join,
    EventKind.KAFKA_RECORD: read_kafka_record,
}


def read_event(entry: LogEntry) -> list[Fact]:
    """Everything that one event of the log states; never an exception."""
    if entry.set_aside is not None:
        return [_quarantined(entry, f"set aside {entry.set_aside}")]
    reader = READERS.get(entry.kind)
    if reader is None:
        return [_quarantined(entry, f"no reader for events of kind `{entry.kind}`")]
    try:
        return [*reader(entry), *_ahead(entry)]
    # Whatever it is: one event that nobody foresaw must not stop those behind it.
    except Exception as error:
        return [_quarantined(entry, f"{type(error).__name__}: {error}")]


def _ahead(entry: LogEntry) -> list[Fact]:
    if entry.claimed is None:
        return []
    claimed, at = iso(from_micros(entry.claimed)), iso(from_micros(entry.at))
    return [_quarantined(entry, f"{claimed} lies too far ahead; the event counts from {at}", "eventTime")]


def _quarantined(entry: LogEntry, reason: str, part: str = "") -> Fact:
    return kinds.quarantine(entry.event_id, entry.position, part, reason[:MAX_REASON])
