"""A part of an event that is set aside, and why."""

from typing import NamedTuple

from headwater.model.ids import digest

MAX_REASON = 500
# A part is in the key of its row in quarantine, and names in an event have no limit.
MAX_PART = 300


class PartProblem(NamedTuple):
    """A part of an event that can't be interpreted, and why."""

    part: str
    reason: str


def short_part(part: str) -> str:
    """The part's place; of a very long one the beginning and a digest, so that two stay two.

    >>> short_part("inputs[0].name"), len(short_part("run.facets." + "x" * 10_000))
    ('inputs[0].name', 300)
    """
    if len(part) <= MAX_PART:
        return part
    return f"{part[: MAX_PART - 33]}…{digest(part)}"
