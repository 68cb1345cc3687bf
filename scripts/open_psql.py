"""Opens psql, as the wheel of the embedded PostgreSQL brings it, on the database of `make up`.

    make psql

Arguments are psql's own: `make psql` without any is interactive.
"""

import os
import sys

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from headwater.settings import Settings
from headwater.store.backup import postgres_program
from headwater.store.embedded import url_of


def main() -> None:
    settings = Settings()
    embedded = url_of(settings.home.absolute() / "postgres")
    address = settings.database_url or embedded
    # Not on the command line, which everyone on this machine can list.
    password = str(conninfo_to_dict(address).get("password") or "")
    environment = os.environ | ({"PGPASSWORD": password} if password else {})
    os.execve(
        postgres_program("psql"), ["psql", make_conninfo(address, password=""), *sys.argv[1:]], environment
    )


if __name__ == "__main__":
    main()
