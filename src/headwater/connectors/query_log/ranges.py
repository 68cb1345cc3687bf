"""A large log cut into ranges of bytes that end where a row ends, so that each can be read by itself."""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

RANGE_BYTES = 8 * 1024 * 1024


class ByteRange(NamedTuple):
    file: str
    begin: int
    end: int | None
    """None for the whole file: one that is packed can't be entered in the middle."""
    skipped: int = 0
    """Rows of a whole file that were taken before."""


def cut(file: Path, begin: int, end: int, has_header: bool, has_quotes: bool) -> Iterator[ByteRange]:
    """From `begin` to `end`. A quoted cell may hold the end of a line: there is an odd quote before it."""
    with file.open("rb") as raw:
        if has_header and begin == 0:
            begin = _end_of_row(raw, b"", end, has_quotes)
        while begin < end:
            raw.seek(begin)
            block = raw.read(min(RANGE_BYTES, end - begin))
            after = begin + len(block) + _end_of_row(raw, block, end - begin - len(block), has_quotes)
            yield ByteRange(str(file), begin, after)
            begin = after


def _end_of_row(raw: BinaryIO, block: bytes, most: int, has_quotes: bool) -> int:
    """How many bytes behind the block its last row ends."""
    inside = has_quotes and block.count(b'"') % 2 == 1
    ended, read = block.endswith(b"\n"), 0
    while read < most and (inside or not ended):
        line = raw.readline(most - read)
        inside ^= has_quotes and line.count(b'"') % 2 == 1
        ended = line.endswith(b"\n")
        read += len(line)
    return read
