"""What keeps failing at one position is tried with fewer events each time; one that fails alone is set aside.

A try is noted before it begins, so that one that ends the whole process counts as well.
"""

from contextlib import suppress
from dataclasses import dataclass, replace

import psycopg
from psycopg import Connection

from headwater.documents.words import count
from headwater.facts.problem import MAX_REASON
from headwater.pipeline.batch import reason_of

# How often a batch is tried before it is made smaller: the machine may be to blame.
TRIES_AT_FIRST = 2
TRIES_ALONE = 3
SHRINK, GROW = 8, 4

# What no event is to blame for, however often it happens: the server or its disk is not there.
NOT_COUNTED = ("08", "40", "53100", "53300", "55", "57P", "58")

LAST = """
select position, tried_after, tries, try_events, try_error
from pipeline_state cross join worker_state
"""
BEGUN = """
update worker_state set tried_after = %(after)s, tries = %(tries)s, try_events = %(events)s, try_error = null
"""
FAILED = "update worker_state set try_error = %s"
NOT_TRIED = "update worker_state set tries = greatest(tries - 1, 0)"


@dataclass(frozen=True, slots=True)
class Try:
    """A batch from the position after `after` on."""

    after: int
    number: int = 1
    events: int | None = None
    """How many at most; None for as many as the caller likes."""
    last_error: str | None = None

    def at(self, position: int, most: int) -> "Try":
        """What to try now that so much is published, after this one.

        >>> Try(7, number=2).at(7, 800).events, Try(7, 1, events=100).at(9, 1000).events
        (100, 400)
        """
        if position != self.after:
            grown = (self.events or most) * GROW
            return Try(position, events=grown if grown < most else None)
        if self.events == 1 or self.number < TRIES_AT_FIRST:
            return replace(self, number=self.number + 1)
        smaller = max((self.events or most) // SHRINK, 1)
        return replace(self, events=smaller, number=1 if smaller == 1 else TRIES_AT_FIRST)

    @property
    def is_hopeless(self) -> bool:
        return self.events == 1 and self.number > TRIES_ALONE

    @property
    def reason(self) -> str:
        why = self.last_error or "the worker ended or hung"
        return f"it could not be published, {count(self.number - 1, 'time')}: {why}"[:MAX_REASON]


def next_try(connection: Connection, most: int) -> Try:
    row = connection.execute(LAST).fetchone()
    if row is None:
        raise LookupError("pipeline_state and worker_state have a row each")
    position, after, number, events, error = row
    return Try(after, number, events, error).at(position, most)


def begin(connection: Connection, one: Try) -> None:
    connection.execute(BEGUN, {"after": one.after, "tries": one.number, "events": one.events})


def note_failure(connection: Connection, error: Exception) -> None:
    # A lost connection can't note anything: then the try counts, like one that ended the worker.
    with suppress(psycopg.Error):
        if isinstance(error, psycopg.Error) and (error.sqlstate or "").startswith(NOT_COUNTED):
            connection.execute(NOT_TRIED)
        else:
            connection.execute(FAILED, [reason_of(error)])
