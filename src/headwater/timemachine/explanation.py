"""What the engine answers: ranked causes of an alert with their reasons, and what follows from the first."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from headwater.model.ids import DatasetId, JobId
from headwater.timemachine.evidence import Alert, Entity, Observation, Reads, Suspect


class ModelName(StrEnum):
    DEFAULT = "default"
    """A noisy-or over the lineage."""
    BASELINE = "baseline"
    """The weighted sum of time, type, severity and distance."""


class Phase(StrEnum):
    ROOT_CAUSE = "ROOT_CAUSE"
    FIRST_FAILURE = "FIRST_FAILURE"
    CASCADE = "CASCADE"
    BUSINESS_IMPACT = "BUSINESS_IMPACT"


class ConfidenceLabel(StrEnum):
    HIGH = "HIGH"
    """0.8 and more."""
    MEDIUM = "MEDIUM"
    """0.5 and more."""
    LOW = "LOW"
    NONE = "NONE"
    """No cause is named."""


@dataclass(frozen=True, slots=True)
class WhyLine:
    """One term of a suspect's score in words; above 0 it speaks for the suspect, below against it."""

    what: str
    """kind, path, explains, stayed_healthy, delay, message, proof, sign, or a weight of the baseline."""
    weight: float
    """In natural logarithms of odds; of the baseline in points."""
    says: str
    about: tuple[str, ...] = ()
    """The ids of the observations that it rests on."""


@dataclass(frozen=True, slots=True)
class ProofStep:
    """One station on the way from the cause to the alert."""

    entity: Entity
    column: str | None
    says: str
    time: datetime | None = None
    """When evidence was seen here; None where the way only leads through."""
    event_id: str | None = None
    confidence: float = 1.0
    """Of the link that leads here."""


@dataclass(frozen=True, slots=True)
class RankedCause:
    suspect: Suspect
    probability: float
    """Calibrated; with those of the alternatives and of "none" it sums to at most 1."""
    score: float
    why: tuple[WhyLine, ...]
    why_not: tuple[WhyLine, ...]
    path: tuple[ProofStep, ...]
    """Of one that is named, never empty: no path, no blame."""
    explains: tuple[str, ...] = ()
    """The ids of the bad observations that it explains."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One line of the timeline."""

    phase: Phase
    time: datetime
    entity: Entity
    column: str | None
    says: str
    event_id: str | None
    run: str | None
    evidence: str
    """The id of the suspect or observation."""
    score: float | None = None
    """Of a suspect its probability times 100; of the baseline its points."""


@dataclass(frozen=True, slots=True)
class Damage:
    """What the cause reached, as far as it was observed."""

    failed_jobs: tuple[JobId, ...] = ()
    datasets_without_data: tuple[DatasetId, ...] = ()
    """Written by a job that failed, did not run or wrote nothing; or observed to be empty or late."""
    failing_assertions: tuple[str, ...] = ()
    """The ids of the observations."""


@dataclass(frozen=True, slots=True)
class SilentVictim:
    """Downstream of the cause and probably wrong, though nothing has alerted there yet."""

    entity: Entity
    column: str | None
    likelihood: float
    hops: int
    readers: tuple[Reads, ...] = ()


@dataclass(frozen=True, slots=True)
class Counterfactual:
    """Which of the bad observations a revert of the cause would mend, by id, and which it would not."""

    mended: tuple[str, ...] = ()
    not_mended: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RecoveryStep:
    """A job to run again once the cause is mended; steps of one `order` may run together."""

    order: int
    job: JobId
    says: str
    partitions: tuple[str, ...] = ()
    runs: tuple[str, ...] = ()
    """The runs that it repeats."""


@dataclass(frozen=True, slots=True)
class OtherIncident:
    """Bad observations in the same window with another cause than the alert, and that cause if known."""

    suspect: Suspect | None
    probability: float
    observations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExaminedCounts:
    """How much was examined, so that "no cause found" can be judged."""

    nodes: int = 0
    links: int = 0
    observations: int = 0
    bad_observations: int = 0
    suspects: int = 0
    suspects_with_path: int = 0
    judged: int = 0


@dataclass(frozen=True, slots=True)
class Explanation:
    alert: Alert
    model: ModelName
    cause: RankedCause | None
    """None: no cause was found in the evidence; `missing` and `looked_at` say why that may be."""
    probability: float
    """That the named cause is the right one; without one, that nothing recorded is the cause."""
    label: ConfidenceLabel
    none_probability: float
    alternatives: tuple[RankedCause, ...]
    """Likeliest first, without the named cause."""
    observations: tuple[Observation, ...]
    """The bad ones that the explanation speaks of, first to last."""
    timeline: tuple[Moment, ...]
    damage: Damage
    silent: tuple[SilentVictim, ...]
    counterfactual: Counterfactual
    recovery: tuple[RecoveryStep, ...]
    action: str
    """One sentence: what to do now."""
    others: tuple[OtherIncident, ...]
    looked_at: ExaminedCounts
    missing: tuple[str, ...]
    """What would have helped and is not there, or was cut by a limit."""
