"""What each set of teams may see right now, in the words of the views that show it."""

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime

from headwater.model.teams import DEFAULT, team_of, team_of_dataset
from headwater.store.queries import access_grants, teams
from headwater.store.queries.rows import Connection
from headwater.store.seen_nodes import SeenNodes
from headwater.store.visible_rows import Viewer

# A grant that was taken back, or has ended, holds no longer than this.
FRESH_SECONDS = 1.0
# So many sets of teams at once; beyond it the oldest is asked for anew.
MOST_KEPT = 1000

# So many of them keep what they saw of nodes.
MOST_SEEN = 16

Teams = frozenset[str]


@dataclass(frozen=True, slots=True)
class Look:
    """A viewer, and what it saw of nodes so far."""

    viewer: Viewer
    seen: SeenNodes


@dataclass(frozen=True, slots=True)
class _Kept:
    position: int
    at: float
    look: Look


class Viewers:
    """Kept while the graph stays the same, and for a second at most."""

    def __init__(
        self, connect: Callable[[], AbstractContextManager[Connection]], clock: Callable[[], datetime]
    ) -> None:
        self._connect = connect
        self._clock = clock
        self._kept: dict[Teams, _Kept] = {}
        self._newest: deque[SeenNodes] = deque()
        self._lock = threading.Lock()

    def look(self, bound_to: Teams, position: int) -> Look:
        """`position` is up to where in the log answers show everything: what is new may be theirs."""
        kept = self._kept.get(bound_to)
        if kept and kept.position == position and time.monotonic() - kept.at < FRESH_SECONDS:
            return kept.look
        at = time.monotonic()
        with self._connect() as connection:
            found = Look(viewer_of(connection, bound_to, self._clock()), SeenNodes())
        with self._lock:
            while len(self._kept) >= MOST_KEPT:
                self._kept.pop(next(iter(self._kept)))
            self._kept[bound_to] = _Kept(position, at, found)
            self._newest.append(found.seen)
            if len(self._newest) > MOST_SEEN:
                self._newest.popleft().forget()
        return found

    def owns(self, bound_to: Teams, namespace: str, dataset: str | None = None) -> bool:
        """Whether this namespace, or a dataset of this name in it, is theirs by the patterns of all teams."""
        with self._connect() as connection:
            claims = teams.dataset_patterns(connection)
            claimed_by = team_of_dataset(f"{namespace}/{dataset}", claims) if dataset else None
            return (claimed_by or team_of(namespace, teams.patterns(connection))) in bound_to


def viewer_of(connection: Connection, bound_to: Teams, now: datetime) -> Viewer:
    patterns = teams.patterns(connection)
    jobs = teams.job_namespaces(connection)
    owners = {one: team_of(one, patterns) for one in teams.dataset_namespaces(connection)}
    return Viewer(
        teams=tuple(sorted(bound_to)),
        job_namespaces=_belonging(jobs, bound_to, patterns),
        dataset_namespaces=tuple(one for one, team in owners.items() if team in bound_to and team != DEFAULT),
        foreign_namespaces=tuple(
            one for one, team in owners.items() if team not in bound_to and team != DEFAULT
        ),
        granted=access_grants.granted_keys(connection, bound_to, now),
        by_name=bool(teams.dataset_patterns(connection)),
    )


def _belonging(namespaces: Sequence[str], bound_to: Teams, patterns: dict[str, list[str]]) -> tuple[str, ...]:
    return tuple(one for one in namespaces if team_of(one, patterns) in bound_to)
