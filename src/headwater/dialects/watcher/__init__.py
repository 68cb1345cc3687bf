"""Watcher: pipelines, executions, addresses, their lineage and timeliness, at the root as documented."""

from headwater.access.scopes import Scope
from headwater.dialects.contract import Dialect, InTurn, OpenWriting
from headwater.dialects.watcher.refusals import SHAPE
from headwater.dialects.watcher.routes import build_router

DESCRIPTION = """
Pipelines, executions, addresses and timeliness, as Watcher's clients call them. A pipeline is a job, an
execution a run, and an address a dataset: what is said here shows in the graph, and what others report here.
"""

PATHS = (
    *(
        "/",
        "/scalar",
        "/pipeline",
        "/pipeline_type",
        "/address",
        "/address_type",
        "/address_lineage",
        "/timeliness",
    ),
    *("/start_pipeline_execution", "/end_pipeline_execution", "/pipeline_execution"),
)

# Workers register what they run and report their runs; settings are changed by people.
SCOPES = {
    "POST /pipeline": Scope.INGEST,
    "POST /pipeline_type": Scope.INGEST,
    "POST /start_pipeline_execution": Scope.INGEST,
    "POST /end_pipeline_execution": Scope.INGEST,
    "POST /address": Scope.INGEST,
    "POST /address_type": Scope.INGEST,
    "POST /address_lineage": Scope.INGEST,
    "POST /timeliness": Scope.INGEST,
    "PATCH /pipeline": Scope.MANAGE,
    "PATCH /pipeline_type": Scope.MANAGE,
    "PATCH /address": Scope.MANAGE,
    "PATCH /address_type": Scope.MANAGE,
}


def dialect(open_writing: OpenWriting, in_turn: InTurn) -> Dialect:
    return Dialect(
        name="watcher",
        title="Watcher",
        description=DESCRIPTION.strip(),
        paths=PATHS,
        errors=SHAPE,
        routers=(build_router(open_writing, in_turn),),
        scopes=SCOPES,
    )
