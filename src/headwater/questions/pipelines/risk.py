"""Which pipelines are at risk: they have not run since something upstream of them failed or was late."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from headwater.graph import Graph, reach
from headwater.store.queries.pipelines.latest_states import LatestState

FAILED = frozenset({"FAIL", "ABORT"})
# Newest first: what failed before these most likely has been dealt with, and each costs a walk of the graph.
MAX_WALKS = 200
# What has not run for longer than a month and some days is not waited for any more.
EXPECTED_WITHIN = timedelta(days=35)
MAX_NAMED = 3


@dataclass(slots=True)
class Risk:
    """By job at risk, the jobs that it waits for: the latest trouble first."""

    causes: dict[int, list[int]] = field(default_factory=dict)


def in_trouble(state: LatestState) -> datetime | None:
    """When its latest run failed to deliver; None if it did not."""
    if state.state in FAILED:
        return state.began_at
    return state.late_at


def at_risk(graph: Graph, states: Mapping[int, LatestState], at: int) -> Risk:
    """`states` are all pipelines by job, `at` is the instant of the graph."""
    risk = Risk()
    for job, since in _newest_trouble(states.values()):
        # From the one job alone: what it reads does not suffer with it.
        for met in reach(graph, [job], "downstream", at=at).jobs.tolist():
            if met != job and _waits(states.get(met), since):
                causes = risk.causes.setdefault(met, [])
                if len(causes) < MAX_NAMED:
                    causes.append(job)
    return risk


def _newest_trouble(states: Iterable[LatestState]) -> list[tuple[int, datetime]]:
    found = [(state.job_id, since) for state in states if (since := in_trouble(state)) is not None]
    return sorted(found, key=lambda one: one[1], reverse=True)[:MAX_WALKS]


def _waits(state: LatestState | None, since: datetime) -> bool:
    if state is None or state.began_at is None or in_trouble(state) is not None:
        return False
    return since - EXPECTED_WITHIN <= state.began_at < since
