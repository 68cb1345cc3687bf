"""Watcher's questions: pipelines and their executions, addresses and their lineage, timeliness."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from psycopg_pool import ConnectionPool

from headwater.questions.live_graph import LiveGraph
from headwater.questions.watcher.address_lineage import AddressLineage
from headwater.questions.watcher.addresses import Addresses
from headwater.questions.watcher.execution_list import ExecutionList
from headwater.questions.watcher.executions import Executions
from headwater.questions.watcher.pipelines import Pipelines
from headwater.questions.watcher.timeliness import Timeliness
from headwater.store.queries.rows import Connection


@dataclass(frozen=True, slots=True)
class Watcher:
    """All that Watcher's routes can ask."""

    pipelines: Pipelines
    executions: Executions
    execution_list: ExecutionList
    addresses: Addresses
    lineage: AddressLineage
    timeliness: Timeliness


def build_watcher(pool: ConnectionPool[Connection], live: LiveGraph, now: Callable[[], datetime]) -> Watcher:
    return Watcher(
        pipelines=Pipelines(pool, now),
        executions=Executions(pool, now),
        execution_list=ExecutionList(pool),
        addresses=Addresses(pool, now),
        lineage=AddressLineage(pool, now),
        timeliness=Timeliness(pool, live, now),
    )
