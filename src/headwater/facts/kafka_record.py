"""A message of Kafka that could not be read when it came: tried again, as rules may have changed since."""

import msgspec

from headwater.errors import BadInputError
from headwater.facts import kinds
from headwater.facts.fact import Fact
from headwater.facts.openlineage.reader import read_openlineage
from headwater.facts.problem import MAX_REASON
from headwater.model.events import LogEntry
from headwater.model.openlineage import read_event
from headwater.model.times import to_micros


class _Record(msgspec.Struct):
    topic: str
    partition: int
    offset: int
    errorMessage: str  # noqa: N815 (the word of Atlas's records)
    value: str | None = None
    valueEncoding: str | None = None  # noqa: N815


def read_kafka_record(entry: LogEntry) -> list[Fact]:
    record = msgspec.json.decode(entry.body, type=_Record)
    if record.value is not None and record.valueEncoding is None:
        try:
            event = read_event(record.value.encode())
        except BadInputError:
            pass
        else:
            return read_openlineage(
                entry._replace(kind=str(event.kind), body=event.body, at=to_micros(event.event_time))
            )
    place = f"{record.topic}, partition {record.partition}, offset {record.offset}"
    reason = f"{record.errorMessage} ({place})"
    return [kinds.quarantine(entry.event_id, entry.position, "", reason[:MAX_REASON])]
