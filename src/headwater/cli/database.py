"""The database of a command that needs it without a server: an external one, or the embedded one."""

from collections.abc import Iterator
from contextlib import contextmanager

from headwater.cli.machine import check_database, prepare_home
from headwater.settings import Settings
from headwater.store.embedded import EmbeddedPostgres


@contextmanager
def open_database(settings: Settings) -> Iterator[str]:
    """Its URL, for as long as the block lasts."""
    if settings.database_url:
        check_database(settings.database_url)
        yield settings.database_url
        return
    prepare_home(settings.home)
    postgres = EmbeddedPostgres(settings.home)
    try:
        yield postgres.start()
    finally:
        # It goes on running if another process, such as `headwater up`, uses it too.
        postgres.stop()
