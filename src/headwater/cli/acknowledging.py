"""Known breaks of a file, which pass the gate of `headwater simulate` until their time is over."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from headwater.answers.responses import KnownBreak
from headwater.cli.console import fail, print_note

if TYPE_CHECKING:
    from headwater.answers.simulation import Simulation
    from headwater.cli.offline.answer import OfflineSimulation

MOST_BYTES = 10_000_000
HINT = 'give a JSON list of {"finding": "…", "by": "…", "why": "…", "until": "2026-06-01T00:00:00Z"}'


def read_known(path: Path) -> tuple[KnownBreak, ...]:
    """Ends the command where the file can't be read."""
    try:
        content = path.read_bytes()
        if len(content) > MOST_BYTES:
            fail(f"{path} has more than {MOST_BYTES:,} bytes", HINT)
        return msgspec.json.decode(content, type=tuple[KnownBreak, ...])
    except (OSError, msgspec.DecodeError, UnicodeError) as error:
        fail(f"{path} can't be read: {error}", HINT)


def passing(
    known: Sequence[KnownBreak], found: "Simulation | OfflineSimulation", now: datetime
) -> tuple[KnownBreak, ...]:
    """Those that are findings of this simulation and whose time is not over; the others are reported."""
    there = verdicts(found)
    over = [one for one in known if one.until <= now]
    for one in over:
        print_note(f"acknowledgement of {one.finding} by {one.by} is over since {one.until.isoformat()}")
    unmet = sum(one.until > now and one.finding not in there for one in known)
    if unmet:
        print_note(f"{unmet} of the acknowledgements are of no finding of this change")
    return tuple(one for one in known if one.until > now and one.finding in there)


def verdicts(found: "Simulation | OfflineSimulation") -> dict[str, str]:
    texts = (*found.queries.items, *found.job_texts.items)
    return {text.finding: text.verdict for text in texts if text.finding}


def acknowledged(found: "Simulation | OfflineSimulation") -> Counter[str]:
    """How many texts of each verdict may pass."""
    there = verdicts(found)
    return Counter(
        there[finding] for finding in {one.finding for one in found.acknowledgements} & there.keys()
    )
