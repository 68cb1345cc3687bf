"""What an event says, read by the reader of its kind. What can't be read becomes a quarantine fact."""

from collections.abc import Callable, Mapping

import msgspec

from headwater.facts import kinds
from headwater.facts.fact import Fact
from headwater.facts.openlineage.reader import read_openlineage
from headwater.facts.part import MAX_REASON
from headwater.model.events import EventKind, LogEntry

Reader = Callable[[LogEntry], list[Fact]]

# A new kind of event: its reader, and a line here.
READERS: Mapping[str, Reader] = {
    EventKind.RUN: read_openlineage,
    EventKind.JOB: read_openlineage,
    EventKind.DATASET: read_openlineage,
}

UNREADABLE = (msgspec.DecodeError, RecursionError, TypeError, KeyError, ValueError)


def read_event(entry: LogEntry) -> list[Fact]:
    """Everything that one event of the log states; never an exception."""
    reader = READERS.get(entry.kind)
    if reader is None:
        return [_quarantined(entry, f"no reader for events of kind `{entry.kind}`")]
    try:
        return reader(entry)
    except UNREADABLE as error:
        return [_quarantined(entry, f"{type(error).__name__}: {error}")]


def _quarantined(entry: LogEntry, reason: str) -> Fact:
    return kinds.quarantine(entry.event_id, entry.position, "", reason[:MAX_REASON])
