"""The words of a schema comparison: a field, a change, how bad it is and what speaks for it."""

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Field:
    """A column, with what is known of it beyond its name; None where it is not known."""

    name: str
    type: str | None = None
    description: str | None = None
    nullable: bool | None = None
    relatives: frozenset[str] = frozenset()
    """Lower-case names under which its data is known right upstream or downstream."""
    used: int | None = None
    """How many columns, datasets or queries read it directly."""
    silent: int = 0
    """How many read its dataset and do not say which columns."""


class Verdict(StrEnum):
    BREAKING = "breaking"
    RISKY = "risky"
    COMPATIBLE = "compatible"


@dataclass(frozen=True, slots=True)
class RenameEvidence:
    """One contribution; of a rename, `weight` is in log-odds: above 0 it speaks for it, below against."""

    what: str
    """name, type, position, description or lineage."""
    weight: float
    says: str


@dataclass(frozen=True, slots=True)
class Change:
    kind: str
    """added, removed, renamed, type_changed, nullability_changed, reordered or schema_unknown."""
    column: str
    """The old name; of an added column the new one; of a reordering the first column that moved or was
    shifted; empty where no schema is known."""
    verdict: Verdict
    reason: str
    new_name: str | None = None
    old_type: str | None = None
    new_type: str | None = None
    probability: float | None = None
    evidence: tuple[RenameEvidence, ...] = ()
    how: str | None = None
    """Of types: widening, narrowing, incompatible or unknown. Of nullability: loosened or tightened."""
    displaced: tuple[str, ...] = ()
    """Of a reordering: the old names of all columns that a read by position no longer meets."""
