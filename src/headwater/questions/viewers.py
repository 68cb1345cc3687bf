"""What each set of teams may see right now, in the words of the views that show it."""

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime

from headwater.model.teams import DEFAULT, team_of, team_of_dataset
from headwater.store.queries import access_grants, teams
from headwater.store.queries.rows import Connection
from headwater.store.visible_rows import Viewer

# A grant that was taken back, or has ended, holds no longer than this.
FRESH_SECONDS = 1.0
# So many sets of teams at once; beyond it the oldest is asked for anew.
MOST_KEPT = 1000

Teams = frozenset[str]


class Viewers:
    """Kept while the graph stays the same, and for a second at most."""

    def __init__(
        self, connect: Callable[[], AbstractContextManager[Connection]], clock: Callable[[], datetime]
    ) -> None:
        self._connect = connect
        self._clock = clock
        self._kept: dict[Teams, tuple[int, float, Viewer]] = {}
        self._lock = threading.Lock()

    def viewer(self, bound_to: Teams, position: int) -> Viewer:
        """`position` is up to where in the log answers show everything: what is new may be theirs."""
        kept = self._kept.get(bound_to)
        if kept and kept[0] == position and time.monotonic() - kept[1] < FRESH_SECONDS:
            return kept[2]
        at = time.monotonic()
        with self._connect() as connection:
            found = viewer_of(connection, bound_to, self._clock())
        with self._lock:
            while len(self._kept) >= MOST_KEPT:
                self._kept.pop(next(iter(self._kept)))
            self._kept[bound_to] = (position, at, found)
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
