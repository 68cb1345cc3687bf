"""Arrow tables into PostgreSQL and out of it, by COPY of CSV that C++ writes and reads. See ADR 0008."""

import io
from collections.abc import Mapping

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pacsv

from headwater.store.queries.rows import Connection

WRITE = pacsv.WriteOptions(include_header=False, quoting_style="needed")
END_OF_COPY = "\n\\."


def copy_in(connection: Connection, target: str, rows: pa.Table) -> None:
    """Append rows to a table that has columns of these names."""
    names = ", ".join(rows.column_names)
    with connection.cursor().copy(f"copy {target} ({names}) from stdin (format csv)") as copy:
        copy.write(to_csv(rows))


def copy_out(connection: Connection, query: str, types: Mapping[str, pa.DataType]) -> pa.Table:
    """The rows of a query; `types` names its columns in order."""
    with connection.cursor() as cursor, cursor.copy(f"copy ({query}) to stdout (format csv)") as copy:
        text = b"".join(copy)
    if not text:
        return pa.schema(list(types.items())).empty_table()
    return pacsv.read_csv(
        io.BytesIO(text),
        read_options=pacsv.ReadOptions(column_names=list(types)),
        convert_options=pacsv.ConvertOptions(column_types=dict(types)),
    )


def to_csv(rows: pa.Table) -> memoryview:
    """A null is an empty field, an empty text is quoted.

    >>> moment = pa.array([1_000], pa.timestamp("ms", tz="UTC"))
    >>> bytes(to_csv(pa.table({"at": moment, "name": ["a"], "note": pa.array([None], pa.string())})))
    b'"1970-01-01 00:00:01.000Z","a",\\n'
    """
    columns = [_writable(column) for column in rows.columns]
    buffer = io.BytesIO()
    pacsv.write_csv(pa.table(columns, names=rows.column_names), buffer, WRITE)
    return buffer.getbuffer()


def _writable(column: pa.ChunkedArray) -> pa.ChunkedArray:
    if pa.types.is_timestamp(column.type) and column.type.tz is not None:
        # Written with its zone by Arrow, a moment costs ten times as much as any other value.
        utc = column.cast(pa.timestamp(column.type.unit)).cast(pa.string())
        return pc.binary_join_element_wise(utc, "Z", "")
    if pa.types.is_string(column.type) and pc.any(pc.match_substring(column, END_OF_COPY)).as_py():
        # Alone on its line this ends a COPY, even inside quotes.
        return pc.replace_substring(column, END_OF_COPY, "\n \\.")
    return column
