"""What became of the events, and how long each kind of fault was felt."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from benchmarks.random_kills.outages import Outage
from benchmarks.table import table

# Of each event that was sent, its run and what it says of it: the second column counts how often it is kept.
KEPT = "select run_id, state, count(*) from events where stream = 'lineage' group by 1, 2"


@dataclass(frozen=True, slots=True)
class Kept:
    """By what the log and the served tables hold in the end."""

    events: int
    lost: int
    doubled: int
    unpublished: int
    """Events that the pipeline did not count, or counted twice."""
    runs_missing: int


@dataclass(frozen=True, slots=True)
class Report:
    sent: int
    acknowledged: int
    seconds: float
    kept: Kept
    refused: Counter[str]
    outages: Sequence[Outage]

    @property
    def text(self) -> str:
        kept = self.kept
        told = table(
            ("events", "acknowledged", "lost", "doubled", "published wrongly", "runs missing", "faults", "s"),
            [
                (
                    f"{self.sent:,}",
                    f"{self.acknowledged:,}",
                    kept.lost,
                    kept.doubled,
                    kept.unpublished,
                    kept.runs_missing,
                    len(self.outages),
                    f"{self.seconds:.0f}",
                )
            ],
        )
        refused = ", ".join(f"{why} {count:,} times" for why, count in self.refused.most_common())
        return (
            f"{told}\n\nAnswered or met instead of an acknowledgement: {refused}.\n\n{_outages(self.outages)}"
        )


class Stored(Protocol):
    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]: ...


def kept(system: Stored, sent: int) -> Kept:
    """Runs and states are known from what was sent: START and COMPLETE of each run."""
    rows = system.rows(KEPT)
    [(published,)] = system.rows("select events from pipeline_state")
    [(runs,)] = system.rows("select count(*) from runs where job_id is not null")
    return Kept(
        events=sum(count for *_, count in rows),
        lost=sent - len(rows),
        doubled=sum(count - 1 for *_, count in rows),
        unpublished=abs(published - sent),
        runs_missing=-(-sent // 2) - runs,
    )


def _outages(outages: Sequence[Outage]) -> str:
    rows = []
    for kind in sorted({one.kind for one in outages}):
        of_kind = [one for one in outages if one.kind == kind]
        untaken, unseen = (max(getattr(one, what) for one in of_kind) for what in ("untaken", "unseen"))
        rows.append((kind, len(of_kind), f"{untaken:.1f}", f"{unseen:.1f}"))
    header = ("after", "times", "longest without an acknowledgement, s", "longest without anything new, s")
    return table(header, rows)
