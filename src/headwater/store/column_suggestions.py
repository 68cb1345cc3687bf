"""What the job that suggests personal data reads: every column with its type and description."""

from collections.abc import Iterator

import pyarrow as pa

from headwater.store.queries.rows import Connection

COLUMNS = ("column_id", "dataset", "field", "type", "description")
SCHEMA = pa.schema([("column_id", pa.int32()), *((name, pa.string()) for name in COLUMNS[1:])])
PART_ROWS = 50_000

READ = """
select col.id, dataset.name, col.field, col.type, left(col.description, 1000)
from nodes as col
join nodes as dataset on dataset.id = col.dataset_id
where col.kind = 'column' and (col.canonical_id is null or col.canonical_id = col.id)
  and dataset.dropped_at is null and col.id > %(after)s
order by col.id
limit %(rows)s
"""


def read_columns(connection: Connection) -> Iterator[pa.RecordBatch]:
    """In parts, so that a store of any size is read in bounded memory."""
    after = 0
    while rows := connection.execute(READ, {"after": after, "rows": PART_ROWS}).fetchall():
        after = rows[-1][0]
        yield pa.RecordBatch.from_arrays(
            [
                pa.array(column, field.type)
                for column, field in zip(zip(*rows, strict=True), SCHEMA, strict=True)
            ],
            schema=SCHEMA,
        )
