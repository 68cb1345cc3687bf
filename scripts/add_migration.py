"""Begins a migration: the next number, and a file to write its statements into.

make add-migration msg="add a table of queries"
"""

import sys

from alembic import command
from alembic.script import ScriptDirectory

from headwater.store.migrate import configuration


def main() -> int:
    message = " ".join(sys.argv[1:]).strip()
    if not message:
        print('say what it does: make add-migration msg="add a table of queries"', file=sys.stderr)
        return 2
    config = configuration()
    # The newest number is the head: migrations of this project form one line.
    head = ScriptDirectory.from_config(config).get_current_head() or "0000"
    config.set_main_option("file_template", "%%(rev)s_%%(slug)s")
    command.revision(config, message=message, rev_id=f"{int(head) + 1:04d}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
