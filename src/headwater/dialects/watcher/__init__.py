"""Watcher: pipelines, executions, addresses, their lineage and timeliness, at the root as documented."""

from headwater.access.scopes import AccessScope
from headwater.dialects.contract import BoundedThreads, Dialect, OpenWriting
from headwater.dialects.watcher.direct_posts import direct_posts
from headwater.dialects.watcher.refusals import SHAPE
from headwater.dialects.watcher.routes import build_router

DESCRIPTION = """
Pipelines, executions, addresses and timeliness, as Watcher's clients call them. A pipeline is a job, an
execution a run, and an address a dataset: what is said here shows in the graph, and what others report here.
"""

PATHS = (
    *(
        "/",
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
    "POST /pipeline": AccessScope.INGEST,
    "POST /pipeline_type": AccessScope.INGEST,
    "POST /start_pipeline_execution": AccessScope.INGEST,
    "POST /end_pipeline_execution": AccessScope.INGEST,
    "POST /address": AccessScope.INGEST,
    "POST /address_type": AccessScope.INGEST,
    "POST /address_lineage": AccessScope.INGEST,
    "POST /timeliness": AccessScope.INGEST,
    "PATCH /pipeline": AccessScope.MANAGE,
    "PATCH /pipeline_type": AccessScope.MANAGE,
    "PATCH /address": AccessScope.MANAGE,
    "PATCH /address_type": AccessScope.MANAGE,
}


def dialect(open_writing: OpenWriting, in_bounded_thread: BoundedThreads) -> Dialect:
    return Dialect(
        name="watcher",
        title="Watcher",
        description=DESCRIPTION.strip(),
        paths=PATHS,
        errors=SHAPE,
        routers=(build_router(open_writing, in_bounded_thread),),
        scopes=SCOPES,
        direct_posts=direct_posts(open_writing),
    )
