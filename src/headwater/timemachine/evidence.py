"""What the engine is given: an alert, what was observed around it, and what may be its cause."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from headwater.model.ids import DatasetId, JobId
from headwater.simulator.changes import Change

Entity = DatasetId | JobId
"""What evidence is about. A dashboard, topic or file is a dataset; a pipeline is a job."""


class Sign(StrEnum):
    """What an observation shows; `HEALTHY` are signs that something demonstrably worked."""

    RUN_FAILED = "run_failed"
    """A run failed or was aborted."""
    RUN_LATE = "run_late"
    """A run started or ended later than it should, or data is older than it should be."""
    RUN_MISSING = "run_missing"
    """A run that was due did not start."""
    RUN_EMPTY = "run_empty"
    """A run ended well and wrote nothing, or a dataset has no data for its period."""
    RUN_UNUSUAL = "run_unusual"
    """Rows, bytes or another count of a run left its normal band; more to do takes longer, too."""
    RUN_LONG = "run_long"
    """A run took unusually long, or still runs."""
    PROFILE_UNUSUAL = "profile_unusual"
    """A column's null share, distinct count, minimum or maximum left its normal band."""
    ASSERTION_FAILED = "assertion_failed"
    ALERTED = "alerted"
    """Somebody says that something is wrong here, nothing recorded says what. Added by the engine."""

    RUN_SUCCEEDED = "run_succeeded"
    ASSERTION_PASSED = "assertion_passed"
    PROFILE_NORMAL = "profile_normal"


HEALTHY = frozenset({Sign.RUN_SUCCEEDED, Sign.ASSERTION_PASSED, Sign.PROFILE_NORMAL})


class SuspectKind(StrEnum):
    """What may be a cause. From `RUN_FAILED` on: bad observations, which the engine suspects by itself."""

    SCHEMA_CHANGE = "schema_change"
    CODE_CHANGE = "code_change"
    """The text, source version or pull request of a job is another one."""
    DATASET_DROPPED = "dataset_dropped"
    DATASET_RENAMED = "dataset_renamed"
    LINEAGE_CHANGE = "lineage_change"
    """An edge appeared or vanished."""
    WATERMARK_MOVE = "watermark_move"
    """A watermark moved back, or skipped a period."""
    SIGNAL = "signal"
    """What a person or a pager said."""
    SPAN_ERROR = "span_error"
    """A span ended with an error in a run that ended well, and nothing made it good."""

    RUN_FAILED = "run_failed"
    RUN_LATE = "run_late"
    """Late or missing."""
    RUN_LONG = "run_long"
    RUN_UNUSUAL = "run_unusual"
    """Unusual counts, or no rows at all."""
    PROFILE_UNUSUAL = "profile_unusual"
    ASSERTION_FAILED = "assertion_failed"
    SPAN_FAILED = "span_failed"
    """A run failed, and one of its spans says where."""
    SPAN_SLOW = "span_slow"
    """A run took unusually long, and one of its spans, which took far longer than usual, cost the time."""


@dataclass(frozen=True, slots=True)
class SpanEvidence:
    """The span that says where in a run the error was, or where the time went."""

    trace_id: str
    span_id: str
    name: str
    service: str
    seconds: float
    usual_seconds: float | None
    """The median of the operation before the window; None where the span is shown for its error."""
    message: str = ""

    @property
    def says(self) -> str:
        if self.usual_seconds is None:
            return f"span {self.name} of {self.service} failed"
        usual = f"where {_seconds(self.usual_seconds)} are usual"
        return f"span {self.name} of {self.service} took {_seconds(self.seconds)}, {usual}"


def _seconds(number: float) -> str:
    """
    >>> _seconds(6000.4), _seconds(2.96)
    ('6,000 s', '3.0 s')
    """
    return f"{number:,.0f} s" if number >= 10 else f"{number:.1f} s"


@dataclass(frozen=True, slots=True)
class Observation:
    """What was seen of one entity at one time: something wrong, or that it worked.

    Of a run the entity is its job, of assertions and profiles the dataset. Its `id` is unique.
    """

    id: str
    sign: Sign
    entity: Entity
    time: datetime
    """When it showed: the end of a run, the time of a test; of a missing run, when it was due."""
    started: datetime | None = None
    """When the run began. What changed later can't have failed it."""
    column: str | None = None
    name: str = ""
    """Of an assertion its name; of a run whatever people call it. Only shown."""
    message: str = ""
    """What the error says, as it was recorded; the engine reads its beginning, see `EngineLimits.words`."""
    query: str = ""
    """The text that the run executed, where it is known: for the judge."""
    base_rate: float | None = None
    """How often this goes wrong by itself: the share of its earlier runs or results. None if not known."""
    run: str | None = None
    event_id: str | None = None
    partitions: tuple[str, ...] = ()
    """Which part of the dataset the run was about, from the `subset` facet."""
    span: SpanEvidence | None = None
    """Of a run that failed or took long: which of its spans did."""

    @property
    def healthy(self) -> bool:
        return self.sign in HEALTHY


@dataclass(frozen=True, slots=True)
class Suspect:
    """Something recorded that may be the cause: a change, or (made by the engine) a bad observation."""

    id: str
    kind: SuspectKind
    entity: Entity
    time: datetime
    says: str
    """One line for people: what happened, as in "dropped column amount_usd"."""
    column: str | None = None
    """The column that changed; None means the entity as a whole."""
    actor: str | None = None
    message: str = ""
    """More words of the record: the text of a signal, the title of a pull request."""
    schema: Change | None = None
    """Of a schema change, what exactly changed, as the Simulator compares schemas."""
    severity: str | None = None
    """error, warning or info, where the record has one."""
    run: str | None = None
    event_id: str | None = None
    text: str = ""
    """Of a change of code, what the job executes now, and what it executed before, where both are known."""
    text_before: str = ""
    span: SpanEvidence | None = None
    formerly: tuple[str, ...] = ()
    """Of a renamed dataset, its other names: errors miss the old one."""
    base_rate: float | None = None
    """Of a change of code: how many of the earlier runs of its job came with one. None if not known."""
    same_text: bool = False
    """Of a change of code: what the job executes is known, and is the same as before."""


class Proof(StrEnum):
    """What a judge found when it held a change against the text of a job."""

    BREAKS = "breaks"
    CHANGES = "changes"
    """The text still runs, and its result is another one."""
    SAFE = "safe"
    UNKNOWN = "unknown"


ChangeJudge = Callable[[Suspect, Observation], Proof]
"""Would this schema change have broken this job's text? Asked only of pairs that have a path."""


def no_judge(_suspect: Suspect, _observation: Observation) -> Proof:
    """Nothing can be proved."""
    return Proof.UNKNOWN


@dataclass(frozen=True, slots=True)
class Reads:
    """Who read a dataset since it may be wrong, from the query log."""

    dataset: DatasetId
    reader: str
    last: datetime
    times: int = 1


@dataclass(frozen=True, slots=True)
class Alert:
    """Where and when something was noticed. A column, a run or nothing further may be given."""

    entity: Entity
    at: datetime
    """Nothing later is looked at."""
    since: datetime
    """The beginning of the window in which the cause is sought."""
    column: str | None = None
    run: str | None = None


@dataclass(frozen=True, slots=True)
class IncidentEvidence:
    """Everything recorded in the window around the alert, in any order; what does not belong is left out."""

    observations: tuple[Observation, ...] = ()
    suspects: tuple[Suspect, ...] = ()
    """Recorded changes only: bad observations are suspected without being listed here."""
    reads: tuple[Reads, ...] = ()
    missing: tuple[str, ...] = ()
    """What could not be gathered, a sentence each: what nobody sends, lists that were cut."""


@dataclass(frozen=True, slots=True)
class EngineLimits:
    """How much the engine looks at; what goes beyond is named in the answer."""

    suspects: int = 500
    observations: int = 4_000
    nodes: int = 20_000
    judged: int = 64
    """How often the judge is asked."""
    alternatives: int = 10
    timeline: int = 200
    silent: int = 100
    incidents: int = 8
    """How many causes may be active at once in one window."""
    words: int = 4_000
    """Characters of each message that are read."""


LIMITS = EngineLimits()
