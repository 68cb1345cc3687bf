"""Pipelines: jobs with settings, their executions, addresses and their lineage, timeliness."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from psycopg_pool import ConnectionPool

from headwater.questions.live_graph import LiveGraph
from headwater.questions.pipelines.address_lineage import AddressLineage
from headwater.questions.pipelines.addresses import Addresses
from headwater.questions.pipelines.execution_list import ExecutionList
from headwater.questions.pipelines.executions import Executions
from headwater.questions.pipelines.pipelines import Pipelines
from headwater.questions.pipelines.timeliness import Timeliness
from headwater.store.queries.rows import Connection


@dataclass(frozen=True, slots=True)
class PipelineQuestions:
    """All that can be asked and written about pipelines."""

    pipelines: Pipelines
    executions: Executions
    execution_list: ExecutionList
    addresses: Addresses
    lineage: AddressLineage
    timeliness: Timeliness


def build_pipeline_questions(
    pool: ConnectionPool[Connection], live: LiveGraph, now: Callable[[], datetime]
) -> PipelineQuestions:
    return PipelineQuestions(
        pipelines=Pipelines(pool, now),
        executions=Executions(pool, now),
        execution_list=ExecutionList(pool),
        addresses=Addresses(pool, now),
        lineage=AddressLineage(pool, now),
        timeliness=Timeliness(pool, live, now),
    )
