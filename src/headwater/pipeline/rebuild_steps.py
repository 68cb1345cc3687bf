"""The steps of a rebuild: small where an earlier one ended the process, until one event is to blame.

A step is noted before it begins, over a connection of its own: what the rebuild's transaction writes is gone
with the process. An event that ended it alone is remembered, and passed over from then on by the same rules.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from psycopg import Connection

from headwater.documents.words import count as counted
from headwater.facts.rules import CURRENT
from headwater.log.reader import count_between, position_after
from headwater.pipeline.retries import SHRINK, TRIES_ALONE
from headwater.store import fatal_events
from headwater.store.fatal_events import FatalEvent

LAST = "select rebuilt_after, rebuilt_upto, rebuild_tries from worker_state"
BEGUN = """
update worker_state set rebuilt_after = %(after)s, rebuilt_upto = %(upto)s, rebuild_tries = %(tries)s
"""


@dataclass(frozen=True, slots=True)
class LogStep:
    """The events after one position up to another."""

    after: int
    upto: int
    alone: bool = False
    """Whether nothing else may be under way: if it ends the process, it is to blame."""
    reason: str | None = None
    """Why it is passed over; None where it is not."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A range that was under way when a rebuild ended without an end; an empty one where none did."""

    after: int = 0
    upto: int = 0
    tries: int = 0
    size: int = 1
    """How many events a step there has at most."""


class RebuildNotes:
    """What is written down while a rebuild goes on."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._doubt = Doubt(*(connection.execute(LAST).fetchone() or ()))

    def plan(self, upto: int, step: int) -> list[LogStep]:
        """Steps up to a position that each hold at most `step` events, and no more bytes than a batch."""
        doubt = self._narrowed()
        fatal = fatal_events.by_position(self._connection)
        steps: list[LogStep] = []
        after = 0
        while after < upto:
            steps.append(_next(self._connection, after, upto, step, doubt, fatal))
            after = steps[-1].upto
        return steps

    def begin(self, steps: Sequence[LogStep]) -> None:
        """These are under way; all before them are done."""
        after, upto = steps[0].after, steps[-1].upto
        same = (after, upto) == (self._doubt.after, self._doubt.upto)
        tries = self._doubt.tries + 1 if same else 1
        self._connection.execute(BEGUN, {"after": after, "upto": upto, "tries": tries})

    def end(self) -> None:
        """All is done, and nobody to blame."""
        self._connection.execute(BEGUN, {"after": 0, "upto": 0, "tries": 0})

    def _narrowed(self) -> Doubt:
        last = self._doubt
        count = count_between(self._connection, last.after, last.upto)
        # One that had to be passed over by earlier rules needs no further proof.
        enough = 1 if last.upto in fatal_events.by_position(self._connection) else TRIES_ALONE
        if count == 1 and last.tries >= enough:
            reason = f"a rebuild ended at it, {counted(last.tries, 'time')}"
            fatal_events.remember(self._connection, last.after, last.upto, reason)
        return replace(last, size=max(count // SHRINK, 1))


def _next(
    connection: Connection,
    after: int,
    upto: int,
    step: int,
    doubt: Doubt,
    fatal: Mapping[int, FatalEvent],
) -> LogStep:
    bounds = [position - 1 for position in fatal if position - 1 > after]
    if after + 1 in fatal:
        return _of_fatal(after, fatal[after + 1])
    in_doubt = doubt.after <= after < doubt.upto
    bounds += [bound for bound in (doubt.after, doubt.upto) if bound > after]
    limit = min([upto, *bounds])
    until = min(position_after(connection, after, min(step, doubt.size) if in_doubt else step), limit)
    return LogStep(after, until if until > after else limit, alone=in_doubt)


def _of_fatal(after: int, event: FatalEvent) -> LogStep:
    """By newer rules it may be read after all, and is tried alone."""
    if event.tried_by.is_older_than(CURRENT):
        return LogStep(after, after + 1, alone=True)
    return LogStep(after, after + 1, reason=event.reason)
