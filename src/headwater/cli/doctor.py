"""`headwater doctor`: what this machine has, what is missing, and what to do about it."""

import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import psycopg

from headwater.cli.machine import CONNECT_SECONDS, HOME_HINT, can_write, check_database
from headwater.cli.running import connect, is_up
from headwater.documents.words import count
from headwater.errors import HeadwaterError
from headwater.facts.rules import CURRENT, RulesVersion
from headwater.settings import Settings
from headwater.store.embedded import EmbeddedPostgres
from headwater.store.rules import made_by, newer_store

LEAST_FREE_BYTES = 2 * 1024**3


@dataclass(frozen=True, slots=True)
class Finding:
    what: str
    ok: bool
    text: str
    hint: str = ""


EMPTY = Finding("store", True, "empty until the first start")


def examine(settings: Settings) -> Iterator[Finding]:
    checks: tuple[Callable[[Settings], Finding], ...]
    checks = (_python, _java, _spark, _home, _database, _store, _lake, _server, _notifications)
    for check in checks:
        try:
            # A check that fails is a finding as well: those after it are still made.
            yield check(settings)
        except HeadwaterError as error:
            yield Finding(check.__name__.strip("_"), False, str(error), error.hint)
        except psycopg.Error:
            yield Finding(check.__name__.strip("_"), False, "can't be read", "see the finding above")
        except OSError as error:
            yield Finding(check.__name__.strip("_"), False, str(error.strerror), HOME_HINT)


def _python(_settings: Settings) -> Finding:
    return Finding("python", sys.version_info >= (3, 11), sys.version.split()[0], "use Python 3.11 or newer")


def _java(settings: Settings) -> Finding:
    from headwater.pipeline.java import java_home, version_of  # no Spark in this import, but near it

    home = java_home(settings.home)
    return Finding("java", True, f"{version_of(home / 'bin' / 'java')} at {home}")


def _spark(_settings: Settings) -> Finding:
    try:
        return Finding("spark", True, version("pyspark"))
    except PackageNotFoundError:
        return Finding("spark", False, "pyspark is not installed", "pip install headwater")


def _home(settings: Settings) -> Finding:
    home = settings.home.absolute()
    # The home itself is made at the first start; until then the nearest folder above it counts.
    above = next(folder for folder in (home, *home.parents) if folder.exists())
    writable = above.is_dir() and can_write(above)
    if not writable:
        return Finding("home", False, f"{home} can't be written", HOME_HINT)
    free = shutil.disk_usage(above).free
    text = f"{home}, {free / 1024**3:.1f} GiB free"
    return Finding("home", free > LEAST_FREE_BYTES, text, "set HEADWATER_HOME to a roomier folder")


def _database(settings: Settings) -> Finding:
    if not settings.database_url:
        state = "initialised" if _is_initialised(settings) else "not yet created"
        return Finding("database", True, f"embedded, {state} below {Path(settings.home).absolute()}")
    number = check_database(settings.database_url)
    return Finding("database", True, f"PostgreSQL {number // 10000}")


def _is_initialised(settings: Settings) -> bool:
    return (settings.home / "postgres" / "PG_VERSION").exists()


def _store(settings: Settings) -> Finding:
    """By which rules the store was made; the embedded PostgreSQL is started for this if it does not run."""
    if settings.database_url:
        return _rules_of(settings.database_url)
    if not _is_initialised(settings):
        return EMPTY
    postgres = EmbeddedPostgres(settings.home)
    try:
        return _rules_of(postgres.start())
    finally:
        postgres.stop()


def _rules_of(database_url: str) -> Finding:
    try:
        with psycopg.connect(database_url, connect_timeout=CONNECT_SECONDS) as connection:
            stored = made_by(connection)
    except psycopg.errors.UndefinedTable:
        return EMPTY
    except psycopg.errors.UndefinedColumn:  # made before versions were written down
        stored = RulesVersion(0, 0)
    if CURRENT.is_older_than(stored):
        error = newer_store(f"its rules are version {stored}, those of this one {CURRENT}")
        return Finding("store", False, str(error), error.hint)
    if stored.is_older_than(CURRENT):
        # No fault: it happens by itself, and answers say so meanwhile.
        return Finding("store", True, f"rules {stored}, to be rebuilt by rules {CURRENT} at the next start")
    return Finding("store", True, f"made by rules {stored}, which are those of this version")


def _lake(settings: Settings) -> Finding:
    from headwater.store.lake.lake import Lake  # with pyarrow, which nothing else here needs

    lake = Lake(settings.home, settings.lake_url).place
    lake.check()
    return Finding("lake", True, lake.address)


def _notifications(settings: Settings) -> Finding:
    from headwater.worker.notifications.routing_file import read_routing_file

    if settings.notifications_file is None:
        return Finding("notify", True, "no routing file: nobody is notified of incidents")
    found = read_routing_file(settings.notifications_file)
    text = f"{count(len(found.channels), 'channel')}, {count(len(found.routes), 'route')}"
    hint = "add `routes` that name the channels: see docs/guides/notifications.md"
    return Finding("notify", bool(found.routes) or not found.channels, text, hint)


def _server(settings: Settings) -> Finding:
    server = connect(settings.url or f"http://{settings.host}:{settings.port}")
    if not is_up(server):
        # No fault: doctor is also asked before the first start.
        return Finding("server", True, f"not running at {server.url}")
    return Finding("server", True, f"running at {server.url}")
