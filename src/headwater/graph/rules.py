"""What each lane of arcs means to a walk: one table for each direction and level."""

from dataclasses import dataclass
from typing import Literal

from headwater.graph.arcs import ATTACHED, LANES, ArcKind
from headwater.graph.graph import Direction

Level = Literal["dataset", "column"]

# What following an arc does; the first four are also marks that a walk leaves on nodes.
NODE = 1  # the arc ends in a node that counts as reached
JOB = 2  # the arc ends in a job that counts as met
HUB = 4  # the arc ends in a job whose other side the walk goes on to
LIFT = 8  # the node is a dataset whose column was reached upstream
OWNER = 16  # the job that made the edge counts as met
SPREAD = 32  # reaching this dataset reaches its columns

PASSED = HUB | JOB
MARKS = NODE | JOB | HUB
EVERY_MARK = MARKS | LIFT


@dataclass(frozen=True, slots=True)
class Rules:
    """`first[lane]` is done from reached nodes, `then[lane]` from the hubs within the same hop."""

    first: bytes
    then: bytes
    lifts: bool = False


def _table(roles: dict[int, int]) -> bytes:
    return bytes(roles.get(lane, 0) for lane in range(LANES))


# Datasets never write and jobs never read out, so `first` serves datasets and root jobs alike.
_DATASETS: dict[Direction, Rules] = {
    "downstream": Rules(
        first=_table(
            {
                ArcKind.READS: PASSED,
                ArcKind.FEEDS: NODE | OWNER,
                ArcKind.WRITES: NODE,
                ATTACHED: NODE,
                ArcKind.JOB_FEEDS: PASSED,
            }
        ),
        then=_table({ArcKind.WRITES: NODE, ArcKind.JOB_FEEDS: PASSED}),
    ),
    "upstream": Rules(
        first=_table(
            {
                ArcKind.WRITES: PASSED,
                ATTACHED: JOB,
                ArcKind.FEEDS: NODE | OWNER,
                ArcKind.READS: NODE,
                ArcKind.JOB_FEEDS: PASSED,
            }
        ),
        then=_table({ArcKind.READS: NODE, ArcKind.JOB_FEEDS: PASSED}),
    ),
}


def rules(direction: Direction, level: Level, indirect: bool) -> Rules:
    """The table for this walk."""
    return _DATASETS[direction] if level == "dataset" else _columns(direction, indirect)


def _columns(direction: Direction, indirect: bool) -> Rules:
    roles = {int(ArcKind.COLUMN): NODE | OWNER}
    if indirect:
        spread = SPREAD if direction == "downstream" else 0
        roles[ArcKind.COLUMN_INDIRECT] = NODE | OWNER
        roles[ArcKind.COLUMN_TO_DATASET] = NODE | OWNER | spread
    return Rules(_table(roles), bytes(LANES), lifts=indirect and direction == "upstream")
