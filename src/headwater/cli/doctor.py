"""`headwater doctor`: what this machine has, what is missing, and what to do about it."""

import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from headwater.cli.machine import HOME_HINT, can_write, check_database
from headwater.cli.running import connect, is_up
from headwater.errors import HeadwaterError
from headwater.settings import Settings

LEAST_FREE_BYTES = 2 * 1024**3


@dataclass(frozen=True, slots=True)
class Finding:
    what: str
    ok: bool
    text: str
    hint: str = ""


def examine(settings: Settings) -> Iterator[Finding]:
    checks: tuple[Callable[[Settings], Finding], ...] = (_python, _java, _spark, _home, _database, _server)
    for check in checks:
        try:
            # A check that fails is a finding as well: those after it are still made.
            yield check(settings)
        except HeadwaterError as error:
            yield Finding(check.__name__.strip("_"), False, str(error), error.hint)
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
        state = "initialised" if (settings.home / "postgres" / "PG_VERSION").exists() else "not yet created"
        return Finding("database", True, f"embedded, {state} below {Path(settings.home).absolute()}")
    number = check_database(settings.database_url)
    return Finding("database", True, f"PostgreSQL {number // 10000}")


def _server(settings: Settings) -> Finding:
    server = connect(f"http://{settings.host}:{settings.port}")
    if not is_up(server):
        # No fault: doctor is also asked before the first start.
        return Finding("server", True, f"not running on port {settings.port}")
    return Finding("server", True, f"running at {server.url}")
