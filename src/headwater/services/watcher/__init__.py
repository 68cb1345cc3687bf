"""Watcher's questions: pipelines and their executions, addresses and their lineage, timeliness."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from psycopg_pool import ConnectionPool

from headwater.services.live_graph import LiveGraph
from headwater.services.watcher.address_lineage import AddressLineage
from headwater.services.watcher.addresses import Addresses
from headwater.services.watcher.execution_list import ExecutionList
from headwater.services.watcher.executions import Executions
from headwater.services.watcher.pipelines import Pipelines
from headwater.services.watcher.timeliness import Timeliness
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
