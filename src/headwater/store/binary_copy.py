"""Arrow tables into PostgreSQL by binary COPY: all rows at once, and no text is parsed.

Types have to fit those of the table: a `uuid` comes as 16 bytes, a `timestamptz` as microseconds since 2000,
anything else as text. See ADR 0021.
"""

import re

import numpy as np
import psycopg
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from headwater.store.queries.rows import Connection

SIGNATURE = b"PGCOPY\n\xff\r\n\x00" + bytes(8)
END = b"\xff\xff"
NULL = b"\xff\xff\xff\xff"
CHUNK_ROWS = 20_000

UUID = pa.binary(16)
# What PostgreSQL counts moments from, in microseconds since 1970, and how it stores those that never come.
MICROSECONDS_2000 = 946_684_800_000_000
INFINITY, MINUS_INFINITY = 2**63 - 1, -(2**63)

NOT_HEX = 255
HEX = np.full(256, NOT_HEX, np.uint8)
for _value, _digits in enumerate(zip("0123456789abcdef", "0123456789ABCDEF", strict=True)):
    HEX[[ord(digit) for digit in _digits]] = _value


def copy_in_binary(connection: Connection, target: str, rows: pa.Table) -> None:
    """Append rows to a table that has columns of these names and types.

    Chunks stay as they come: one in which a column is null throughout costs nothing for it.
    """
    names = ", ".join(rows.column_names)
    with connection.cursor().copy(f"copy {target} ({names}) from stdin (format binary)") as copy:
        copy.write(SIGNATURE)
        for chunk in rows.to_batches(max_chunksize=CHUNK_ROWS):
            copy.write(to_binary(chunk))
        copy.write(END)


def to_binary(rows: pa.RecordBatch) -> bytes:
    """The rows one after the other: how many fields, then of each its length and its bytes.

    >>> to_binary(pa.record_batch({"name": ["a", None]}))
    b'\\x00\\x01\\x00\\x00\\x00\\x01a\\x00\\x01\\xff\\xff\\xff\\xff'
    """
    if not rows.num_rows:
        return b""
    pieces: list[pa.Array | bytes] = [rows.num_columns.to_bytes(2, "big")]
    for column in rows.columns:
        if column.null_count < rows.num_rows:
            pieces.extend(_encoded(column))
        elif isinstance(pieces[-1], bytes):
            pieces[-1] += NULL
        else:
            pieces.append(NULL)
    joined = pc.binary_join_element_wise(*map(_piece, pieces), pa.scalar(b"", pa.binary()))
    if isinstance(joined, pa.Scalar):  # every column is null throughout
        return bytes(joined.as_py() * rows.num_rows)
    return _bytes_of(joined).tobytes()


def to_uuids(texts: pa.ChunkedArray | pa.Array) -> pa.Array:
    """Ids in hex, with dashes or without, as 16 bytes each."""
    texts = pc.replace_substring(texts, "-", "")
    if isinstance(texts, pa.ChunkedArray):
        texts = texts.combine_chunks()
    filled = pc.fill_null(texts, "0" * 32)
    digits = HEX[_bytes_of(filled)]
    if pc.any(pc.not_equal(pc.binary_length(filled), 32)).as_py() or (digits == NOT_HEX).any():
        wrong = next(one for one in filled.to_pylist() if not re.fullmatch("[0-9a-fA-F]{32}", one))
        raise psycopg.DataError(f"`{wrong[:40]}` is no UUID")
    ids: NDArray[np.uint8] = np.left_shift(digits[::2], 4, dtype=np.uint8) | digits[1::2]
    return pc.if_else(pc.is_null(texts), pa.scalar(None, UUID), _fixed(ids.reshape(-1, 16)))


def _piece(piece: pa.Array | bytes) -> pa.Array | pa.Scalar:
    return pa.scalar(piece, pa.binary()) if isinstance(piece, bytes) else piece


def _encoded(column: pa.Array) -> tuple[pa.Array, ...]:
    """What stands in each row for a column, in one piece or in two."""
    if pa.types.is_string(column.type):
        lengths = pc.fill_null(pc.binary_length(column), -1).to_numpy(zero_copy_only=False)
        return _fixed(_big_endian(lengths, ">i4")).cast(pa.binary()), pc.fill_null(
            column.cast(pa.binary()), b""
        )
    if column.type == UUID:
        values = _bytes_of(column.cast(pa.binary()).fill_null(bytes(16))).reshape(-1, 16)
    else:
        values = _big_endian(column.fill_null(0).to_numpy(zero_copy_only=False), ">i8")
    length = np.full((len(values), 1), values.shape[1])
    fields = _fixed(np.hstack([_big_endian(length, ">i4"), values])).cast(pa.binary())
    return (pc.if_else(pc.is_null(column), pa.scalar(NULL, pa.binary()), fields),)


def _big_endian(numbers: NDArray[np.integer], type_name: str) -> NDArray[np.uint8]:
    return np.ascontiguousarray(numbers.astype(type_name)).view(np.uint8).reshape(len(numbers), -1)


def _fixed(rows: NDArray[np.uint8]) -> pa.Array:
    """Rows of as many bytes each."""
    width = rows.shape[1]
    buffer = pa.py_buffer(np.ascontiguousarray(rows))
    return pa.FixedSizeBinaryArray.from_buffers(pa.binary(width), len(rows), [None, buffer])


def _bytes_of(texts: pa.Array) -> NDArray[np.uint8]:
    """All bytes of an array of texts without nulls, one after the other."""
    offsets = np.frombuffer(texts.buffers()[1], np.int32)
    first, last = offsets[texts.offset], offsets[texts.offset + len(texts)]
    return np.frombuffer(texts.buffers()[2] or b"", np.uint8)[first:last]
