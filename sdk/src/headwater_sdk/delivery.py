"""A batch at the server: taken, refused for good, or to be tried again."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from headwater_sdk.batches import ROUTES, Batch, halves
from headwater_sdk.http_post import Answer, request
from headwater_sdk.settings import SdkSettings
from headwater_sdk.version import __version__

# These will be answered alike however often they are asked; everything else may be better later.
FINAL = frozenset({400, 404, 405, 410, 413, 415, 422, 501})
# What Headwater refuses for good under a status that elsewhere means a key that somebody can mend. What waits
# behind such a batch would wait for a day.
FINAL_CODES = frozenset({"quota-spent", "not-your-team"})
# The batch as a whole was refused, which may be the fault of one of its parts.
BAD_CONTENT = frozenset({400, 413, 422})


@dataclass(frozen=True)
class Outcome:
    """What became of a batch; `retry` if nothing is known to have been taken."""

    sent: int = 0
    refused: int = 0
    retry: bool = False
    reason: str = ""
    retry_after: float | None = None


class Delivery:
    def __init__(self, settings: SdkSettings) -> None:
        self._settings = settings

    def __call__(self, batch: Batch) -> Outcome:
        answer = request(
            f"{self._settings.url}{ROUTES[batch.kind]}",
            batch.body,
            headers(self._settings),
            self._settings.timeout,
        )
        if answer.status in BAD_CONTENT and batch.size > 1:
            first, second = halves(batch, self._settings.namespace)
            return _both(self(first), self(second))
        return outcome(batch, answer)


def headers(settings: SdkSettings, *, compressed: bool = True) -> dict[str, str]:
    found = {"Content-Type": "application/json", "User-Agent": f"headwater-sdk/{__version__}"}
    if compressed:
        found["Content-Encoding"] = "gzip"
    if settings.api_key:
        found["Authorization"] = f"Bearer {settings.api_key}"
    return found


def outcome(batch: Batch, answer: Answer) -> Outcome:
    if 200 <= answer.status < 300:
        return _taken(batch, answer)
    said = answer.body[:300].decode(errors="replace")
    reason = f"the server answered {answer.status}: {said}" if answer.status else f"no answer: {said}"
    if answer.status in FINAL or (answer.status == 403 and _code(answer) in FINAL_CODES):
        return Outcome(refused=batch.size, reason=reason)
    return Outcome(retry=True, reason=reason, retry_after=answer.retry_after)


def _code(answer: Answer) -> str:
    """What Headwater calls the error; nothing for an answer of somebody else's."""
    try:
        return str(json.loads(answer.body)["code"])
    except (ValueError, TypeError, KeyError, RecursionError):
        return ""


def _taken(batch: Batch, answer: Answer) -> Outcome:
    if not answer.body.strip():
        return Outcome(sent=batch.size)
    try:
        reply = json.loads(answer.body)
        refused, reason = _refused(reply)
    except (ValueError, TypeError, AttributeError, KeyError, ArithmeticError, RecursionError):
        # Whoever answers like this, it is no lineage server: a proxy's login page, for one.
        return Outcome(retry=True, reason="the answer is not that of a lineage server")
    refused = min(max(refused, 0), batch.size)
    return Outcome(sent=batch.size - refused, refused=refused, reason=reason)


def _refused(reply: Any) -> tuple[int, str]:
    """How many were refused, and why the first was, in each form in which servers say it."""
    if "summary" in reply:
        failed = reply.get("failed_events") or [{}]
        return int(reply["summary"].get("failed", 0)), str(failed[0].get("reason", ""))
    errors = [str(error) for error in reply.get("errors") or ()]
    counts = ("rejected", "traces_rejected", "metrics_rejected")
    return sum(int(reply.get(name) or 0) for name in counts), errors[0] if errors else ""


def _both(first: Outcome, second: Outcome) -> Outcome:
    return Outcome(
        first.sent + second.sent,
        first.refused + second.refused,
        # What was taken is sent again then, which the server sees by its content.
        first.retry or second.retry,
        first.reason or second.reason,
        max(first.retry_after or 0, second.retry_after or 0) or None,
    )
