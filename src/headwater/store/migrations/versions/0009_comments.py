"""A comment on every table, view and column so far; docs/reference/tables.md is made from them.

They are in the text file beside: a table or view at the start of a line, its columns indented below it.
A later migration comments on what it adds by itself.
"""

from collections.abc import Iterator
from pathlib import Path

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

VIEWS = {"address_lineage", "address_lineage_closure", "timeliness_pipeline_execution_log"}


def comments(text: str) -> Iterator[tuple[str, str]]:
    """What each comment is on, and its words."""
    table = ""
    for line in text.strip().splitlines():
        name, _, words = line.strip().partition("  ")
        if line.startswith(" "):
            yield f"column {table}.{name}", words.strip()
        elif name:
            table = name
            yield f"{'view' if name in VIEWS else 'table'} {name}", words.strip()


def upgrade() -> None:
    for subject, words in comments(Path(__file__).with_suffix(".txt").read_text()):
        quoted = words.replace("'", "''")
        op.execute(f"comment on {subject} is '{quoted}'")
