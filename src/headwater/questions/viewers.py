"""What each set of teams may see right now, in the words of the views that show it."""

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Self

from headwater.model.teams import DEFAULT, team_of, team_of_dataset
from headwater.store import seen_nodes
from headwater.store.queries import access_grants, teams
from headwater.store.queries.rows import Connection
from headwater.store.seen_nodes import SeenNodes
from headwater.store.visible_rows import Viewer

# A grant that was taken back, or has ended, holds no longer than this.
FRESH_SECONDS = 1.0
# What was seen of nodes is seen anew after this, also where nothing that decides it is known to have changed:
# retention removes events without a batch, and the first event of a table says whose it is.
SEEN_SECONDS = 60.0
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
class TeamRules:
    """By which names teams claim namespaces of jobs, and datasets: of each team, by its name."""

    patterns: dict[str, list[str]]
    dataset_patterns: dict[str, list[str]]

    @classmethod
    def read(cls, connection: Connection) -> Self:
        return cls(teams.patterns(connection), teams.dataset_patterns(connection))


@dataclass(frozen=True, slots=True)
class _Kept:
    position: int
    at: float
    rules: TeamRules
    batch: int
    since: float
    look: Look


class Viewers:
    """Kept while the graph stays the same, and for a second at most; what they saw of nodes, for longer.

    What is seen of a node follows from who looks, with grants and namespaces, from the patterns of all teams,
    from edges and other names, and from labels. While all of these are the same, what was seen stays.
    """

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
            # Before all else: what is changed meanwhile is then found to have changed the next time.
            state = seen_nodes.state_since(connection, kept.batch if kept else None)
            rules = TeamRules.read(connection)
            viewer = viewer_of(connection, bound_to, rules, self._clock())
        is_same = (
            kept is not None
            and not state.has_changed
            and (kept.look.viewer, kept.rules) == (viewer, rules)
            and at - kept.since < SEEN_SECONDS
        )
        if kept is not None and is_same:
            now = replace(kept, position=position, at=at, batch=state.batch)
        else:
            now = _Kept(position, at, rules, state.batch, at, Look(viewer, SeenNodes()))
        self._remember(bound_to, now)
        return now.look

    def _remember(self, bound_to: Teams, now: _Kept) -> None:
        with self._lock:
            while len(self._kept) >= MOST_KEPT:
                self._kept.pop(next(iter(self._kept)))
            self._kept[bound_to] = now
            seen = now.look.seen
            if not any(one is seen for one in self._newest):
                self._newest.append(seen)
            if len(self._newest) > MOST_SEEN:
                self._newest.popleft().forget()

    def owns(self, bound_to: Teams, namespace: str, dataset: str | None = None) -> bool:
        """Whether this namespace, or a dataset of this name in it, is theirs by the patterns of all teams."""
        with self._connect() as connection:
            claims = teams.dataset_patterns(connection)
            claimed_by = team_of_dataset(f"{namespace}/{dataset}", claims) if dataset else None
            return (claimed_by or team_of(namespace, teams.patterns(connection))) in bound_to


def viewer_of(connection: Connection, bound_to: Teams, rules: TeamRules, now: datetime) -> Viewer:
    patterns = rules.patterns
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
        by_name=bool(rules.dataset_patterns),
    )


def _belonging(namespaces: Sequence[str], bound_to: Teams, patterns: dict[str, list[str]]) -> tuple[str, ...]:
    return tuple(one for one in namespaces if team_of(one, patterns) in bound_to)
