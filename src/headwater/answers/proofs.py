"""Proofs that arrive after a simulation was answered."""

from typing import Literal

from headwater.answers.base import Answer

QueryVerdictName = Literal["will_error", "will_silently_change", "safe", "could_not_analyze"]


class ProofProgress(Answer, frozen=True):
    """How many texts an engine has spoken of, and how many wait for one."""

    proved: int
    waiting: int


class SqlFragment(Answer, frozen=True):
    """A piece of a text; line and column count from 1."""

    line: int
    column: int
    length: int


class OtherJudgement(Answer, frozen=True):
    """What another judge said of a text, where it said something else."""

    judge: str
    verdict: QueryVerdictName
    reason: str
    says: str


class ProvedVerdict(Answer, frozen=True):
    """What counts of a text once its engine has spoken."""

    verdict: QueryVerdictName
    reason: str
    says: str
    fragment: SqlFragment | None
    judge: str
    others: tuple[OtherJudgement, ...]


class TextProof(Answer, frozen=True):
    fingerprint: str
    found: ProvedVerdict | None
    """Null where what was said before still counts."""
