"""Answers about the consumers of a simulated change, and what people say of it."""

from typing import Any, ClassVar, Literal
from uuid import UUID

from headwater.answers.base import Answer, Page, Time
from headwater.answers.proofs import QueryVerdictName
from headwater.answers.responses import ACKNOWLEDGED, FINDING, Acknowledgement
from headwater.answers.simulation import COUNTS, VerdictCounts

ResponseVerdict = Literal["accept", "object"]

SAID: dict[str, Any] = {
    "verdict": "accept",
    "by": "priya.data",
    "why": "my queries move this week",
    "at": "2026-04-20T11:00:00Z",
    "event_id": "0b0e6f0a-3c55-4d0a-9f3c-1f2f5a0f8a12",
}
CONSUMER: dict[str, Any] = {
    "name": "priya.data",
    "roles": ["user"],
    "texts_total": 1,
    "verdicts": COUNTS,
    "runs": 412,
    "texts": [
        {
            "fingerprint": "3f1c9a6e0b7d4c2e8f5a1b2c3d4e5f60",
            "finding": FINDING,
            "verdict": "will_error",
            "says": "no table of the query has a column amount any more",
            "text": "select sum(amount) from shopflow.sales.orders",
            "runs": 412,
            "jobs": [],
        }
    ],
    "response": SAID,
}


class AcknowledgementPage(Page[Acknowledgement], frozen=True):
    """Known breaks, newest first."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {"items": [ACKNOWLEDGED], "total": 1, "next_cursor": None}


class AcknowledgementsWritten(Answer, frozen=True):
    """The acknowledgement is durable; it counts once the pipeline has reached `position`."""

    findings: tuple[str, ...]
    until: Time
    event_id: UUID
    position: int
    """Send it as `min_position` to a read that has to see this."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "findings": [FINDING],
        "until": "2026-06-01T00:00:00Z",
        "event_id": "0b0e6f0a-3c55-4d0a-9f3c-1f2f5a0f8a11",
        "position": 4712,
    }


class ConsumerText(Answer, frozen=True):
    """A query that they run, or a text of a job that they own, and what becomes of it."""

    fingerprint: str
    finding: str | None
    verdict: QueryVerdictName
    says: str
    text: str
    """The first 500 characters."""
    runs: int
    """By all who run it, in the 30 days before the newest query."""
    jobs: tuple[str, ...]


class ConsumerResponse(Answer, frozen=True):
    verdict: ResponseVerdict
    by: str
    why: str
    at: Time
    event_id: UUID


class SimulationConsumer(Answer, frozen=True):
    """Somebody whose texts do not stay as they are, or could not be analysed."""

    name: str
    roles: tuple[Literal["user", "owner"], ...]
    """Runs the queries, owns the jobs, or both."""
    texts_total: int
    verdicts: VerdictCounts
    runs: int
    """Of those texts, by this user."""
    texts: tuple[ConsumerText, ...]
    """The first 50, the worst first."""
    response: ConsumerResponse | None


class SimulationConsumerPage(Page[SimulationConsumer], frozen=True):
    """Consumers, those with the most errors first."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {"items": [CONSUMER], "total": 1, "next_cursor": None}


class ResponseWritten(Answer, frozen=True):
    """The response is durable; it is shown once the pipeline has reached `position`."""

    consumer: str
    verdict: ResponseVerdict
    event_id: UUID
    position: int
    """Send it as `min_position` to a read that has to see this."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "consumer": "priya.data",
        "verdict": "accept",
        "event_id": "0b0e6f0a-3c55-4d0a-9f3c-1f2f5a0f8a12",
        "position": 4713,
    }
