"""Messages into the log and the offsets behind them into a table, in one transaction: each exactly once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple

import psycopg
from psycopg import Connection

from headwater.bridge.messages import KafkaMessage, ReadMessage, UnreadableMessage
from headwater.log.postgres import append_within
from headwater.log.telemetry import append_telemetry_within
from headwater.model.events import Event
from headwater.model.telemetry import TelemetryRequest
from headwater.store.queries.kafka_offsets import Partition, lock_offsets, write_offsets

Taken = tuple[KafkaMessage, ReadMessage]


class WrittenBatch(NamedTuple):
    """What one call added; `unreadable` went to quarantine."""

    events: int
    telemetry: int
    unreadable: list[UnreadableMessage]


@dataclass(frozen=True, slots=True)
class LogWriter:
    connection: Connection
    max_ahead: timedelta

    def write(self, batch: Sequence[Taken], ends: Mapping[Partition, int]) -> WrittenBatch:
        """`ends` are the offsets behind the newest message of each partition, to tell how far we are behind.

        A message that PostgreSQL can't store is found by halving, and takes its place among the unreadable.
        """
        try:
            return self._write(batch, ends)
        except psycopg.DataError as error:
            if len(batch) > 1:
                middle = len(batch) // 2
                first, second = self.write(batch[:middle], ends), self.write(batch[middle:], ends)
                return WrittenBatch(*(a + b for a, b in zip(first, second, strict=True)))  # type: ignore[operator]
            message = batch[0][0]
            reason = f"can't be stored: {error.diag.message_primary}"
            return self._write([(message, UnreadableMessage(message, reason, type(error).__name__))], ends)

    def _write(self, batch: Sequence[Taken], ends: Mapping[Partition, int]) -> WrittenBatch:
        with self.connection.transaction():
            # Two bridges may hold a partition for a moment, while it moves from one to the other. The row is
            # locked, so the second finds what the first has written and adds nothing.
            known = lock_offsets(self.connection, _partitions(batch))
            new = [
                taken
                for taken in batch
                if taken[0].offset >= known.get((taken[0].topic, taken[0].partition), 0)
            ]
            unreadable = [read for _, read in new if isinstance(read, UnreadableMessage)]
            telemetry = [read for _, read in new if isinstance(read, TelemetryRequest)]
            events = [read for _, read in new if isinstance(read, Event)]
            kept = [*events, *(one.event() for one in unreadable)]
            if telemetry:
                append_telemetry_within(self.connection, telemetry)
            if kept:
                append_within(self.connection, kept, self.max_ahead)
            write_offsets(self.connection, _next_offsets(new), ends)
        return WrittenBatch(len(events), len(telemetry), unreadable)


def _partitions(batch: Sequence[Taken]) -> list[Partition]:
    return sorted({(message.topic, message.partition) for message, _ in batch})


def _next_offsets(batch: Sequence[Taken]) -> dict[Partition, int]:
    found: dict[Partition, int] = {}
    for message, _ in batch:
        key = (message.topic, message.partition)
        found[key] = max(found.get(key, 0), message.offset + 1)
    return found
