"""`headwater purge`: erase a text for good. Nothing else may run meanwhile, so that nobody writes it back."""

from functools import partial

import psycopg

from headwater.cli.machine import check_database, prepare_home
from headwater.cli.rebuild import WORKER_ALIVE
from headwater.errors import BadInputError, SetupError
from headwater.settings import Settings
from headwater.store.embedded import EmbeddedPostgres
from headwater.store.erased_text import ErasedDataset, ErasedText
from headwater.store.erasure import ErasureReport, erase, find
from headwater.store.lake.lake import Lake
from headwater.store.migrate import migrate


def run_purge(settings: Settings, identifier: str | None, dataset: str | None, yes: bool) -> ErasureReport:
    """Where it is, and if `yes`, where it still is after it was erased."""
    erased = erased_text(identifier, dataset)
    if settings.database_url:
        check_database(settings.database_url)
    else:
        prepare_home(settings.home)
    postgres = None if settings.database_url else EmbeddedPostgres(settings.home)
    url = settings.database_url or (postgres.start() if postgres else "")
    lake = Lake(settings.home, settings.lake_url)
    try:
        migrate(url)
        with psycopg.connect(url, autocommit=True) as connection:
            if not yes:
                return ErasureReport(before=find(connection, lake, erased))
            _check_alone(connection)
            return erase(connection, lake, erased, partial(rebuild_in_place, settings, url))
    finally:
        if postgres is not None:
            postgres.stop()


def erased_text(identifier: str | None, dataset: str | None) -> ErasedText:
    if (identifier is None) == (dataset is None):
        raise BadInputError("--identifier", "or --dataset has to be given, and one of them alone")
    return ErasedText(identifier) if identifier is not None else ErasedDataset(dataset or "")


def rebuild_in_place(settings: Settings, url: str) -> None:
    """By the same functions that Spark's tasks run, in this process."""
    from headwater.pipeline.batch import LogPipeline, connect
    from headwater.pipeline.read import read_in_place
    from headwater.pipeline.rebuild import rebuild
    from headwater.pipeline.sql_lineage import InPlaceAnalyst
    from headwater.store.publish import Publisher

    publisher = Publisher(settings.edge_window_runs, InPlaceAnalyst())
    pipeline = LogPipeline(publisher, connect(url), partial(read_in_place, url))
    rebuild(pipeline, settings.max_batch_events, lambda done, total: None)


def _check_alone(connection: psycopg.Connection[tuple[bool]]) -> None:
    row = connection.execute(WORKER_ALIVE).fetchone()
    if row and row[0]:
        raise SetupError("Headwater is running", "stop `headwater up`, then erase, then start it again")
