"""The timeline of an entity as a table, a document and a drawing."""

from itertools import pairwise

from headwater.answers.dataset_history import Happening, Timeline
from headwater.documents.document import Document, Section
from headwater.documents.formats import Drawing, DrawnLine, Grid, Shape
from headwater.documents.post_mortem import clipped, place
from headwater.documents.words import count, moment

HEADERS = ("when", "what", "where", "says", "who", "severity", "run", "event")


def grid(found: Timeline) -> Grid:
    return Grid(HEADERS, tuple(map(_row, found.items)))


def _row(one: Happening) -> tuple[str, ...]:
    ids = (str(value or "") for value in (one.run_id, one.event_id))
    where = place(one.node, one.column)
    return moment(one.at), _kind(one), where, one.says, one.actor or "", one.severity or "", *ids


def _kind(one: Happening) -> str:
    return one.kind.replace("_", " ")


def document(found: Timeline) -> Document:
    what = "it and what lies upstream" if found.upstream else "it and the jobs that write it"
    cut = " More lie upstream than were looked at." if found.nodes_cut else ""
    rows = tuple(tuple(map(clipped, row)) for row in grid(found).rows)
    listed = Section("Newest first", (), Grid(HEADERS, rows))
    looked = count(found.nodes, "dataset or job", "datasets and jobs")
    return Document(
        title=f"What happened to {found.node}",
        lead=f"All that is recorded of {what}: {looked} looked at.{cut}",
        facts=(
            ("Entries", str(len(found.items))),
            ("Complete", "no, a higher --limit shows more" if found.next_cursor else "yes"),
        ),
        sections=(listed if rows else Section("Newest first", ("Nothing is recorded.",)),),
    )


def drawing(found: Timeline) -> Drawing:
    """One after the other, the oldest first."""
    shapes = tuple(
        Shape(str(number), one.node.kind, clipped(f"{moment(one.at)} {_kind(one)}: {_description(one)}"))
        for number, one in enumerate(reversed(found.items))
    )
    lines = (DrawnLine(one.id, after.id) for one, after in pairwise(shapes))
    return Drawing(shapes, tuple(lines))


def _description(one: Happening) -> str:
    who = f" by {one.actor}" if one.actor else ""
    return f"{one.says} ({place(one.node, one.column)}){who}"
