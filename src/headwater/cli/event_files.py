"""Events in files: a JSON array, one object, one object a line, or objects inside log lines."""

import gzip
import sys
import zlib
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import IO, Any, NamedTuple

from headwater.errors import BadInputError
from headwater.model import openlineage
from headwater.model.json_elements import array_parts

# A log line without an event may be full of braces.
BRACES_TRIED = 20
HEAD_BYTES = 64 * 1024
# Nobody reads more of what is broken; the number of all is printed.
NAMED_LINES = 20
# Of a folder, what may hold events or a catalog: others are other people's business.
SUFFIXES = (".json", ".jsonl", ".ndjson", ".log", ".yaml", ".yml")


class FoundEvent(NamedTuple):
    event: bytes
    place: str
    """File and line, as an editor opens it; of an array, which of its elements."""


@dataclass
class UnreadLines:
    """Lines that hold text and no event; a log has many, but where a line begins an object it is broken."""

    count: int = 0
    broken: list[str] = field(default_factory=list)
    """File and line of the first ones."""

    def add(self, path: str, number: int, line: bytes) -> None:
        self.count += 1
        if line.lstrip().startswith(b"{") and len(self.broken) < NAMED_LINES:
            self.broken.append(f"{path}:{number}")


def files_of(paths: Iterable[str]) -> list[str]:
    """Folders as the files in them, sorted; everything else as it is."""
    return [file for path in paths for file in (_in_folder(Path(path)) if Path(path).is_dir() else [path])]


def _in_folder(folder: Path) -> list[str]:
    return sorted(
        str(path)
        for path in folder.rglob("*")
        # Hidden files and folders are an editor's or a version control's.
        if path.is_file()
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
        and path.name.lower().removesuffix(".gz").endswith(SUFFIXES)
    )


def found_in(path: str, unread: UnreadLines) -> Iterator[FoundEvent]:
    """The events of a file; lines without one are counted."""
    try:
        with opened(path) as file:
            first, number = _first_line(file)
            # Line by line where possible: only what may be one document over many lines is read as a whole.
            if first[:1] not in (b"[", b"{") or _is_json(first, dict):
                yield from _in_lines(path, chain([first], file), number, unread)
                return
            text = first + file.read()
    except (OSError, EOFError, zlib.error) as error:
        raise BadInputError(path, f"can't be read: {error}") from error
    whole = _whole(path, text, number)
    yield from whole if whole is not None else _in_lines(path, text.splitlines(), number, unread)


def _first_line(file: IO[bytes]) -> tuple[bytes, int]:
    """The first that is not blank, and its number; b"" at the end."""
    number = 0
    for number, line in enumerate(file, 1):
        if line.strip():
            return line.removeprefix(BOM_UTF8).lstrip(), number
    return b"", number


def _whole(path: str, text: bytes, number: int) -> list[FoundEvent] | None:
    """The events of a document over several lines; None when it is no such document."""
    if _is_json(text, dict):
        return [FoundEvent(text, f"{path}:{number}")]
    try:
        # In effect without a limit: what is found is sent in batches.
        parts = array_parts(text, limit=len(text))
    except BadInputError:
        return None
    return [FoundEvent(bytes(part), f"{path}[{index}]") for index, part in enumerate(parts)]


def _in_lines(path: str, lines: Iterable[bytes], number: int, unread: UnreadLines) -> Iterator[FoundEvent]:
    for place, line in enumerate(lines, number):
        event = event_in(line)
        if event is not None:
            yield FoundEvent(event, f"{path}:{place}")
        elif line.strip():
            unread.add(path, place, line)


def event_in(line: bytes) -> bytes | None:
    """The JSON object that a line ends in, whatever a logger wrote before it.

    >>> event_in(b'INFO {main} ConsoleTransport: {"eventTime": "2026-04-20T04:00:00Z"}')
    b'{"eventTime": "2026-04-20T04:00:00Z"}'
    """
    start = line.find(b"{")
    for _ in range(BRACES_TRIED):
        if start < 0:
            break
        candidate = line[start:].strip()
        if _is_json(candidate, dict):
            return candidate
        start = line.find(b"{", start + 1)
    return None


def _is_json(text: bytes, kind: type) -> bool:
    """As the server reads it, which is more lenient than JSON."""
    try:
        return isinstance(openlineage.decode(text)[0], kind)
    except BadInputError:
        return False


def opened(path: str) -> IO[bytes]:
    if path == "-":
        return sys.stdin.buffer
    if path.endswith(".gz"):
        return gzip.open(path, "rb")  # type: ignore[return-value]
    return Path(path).open("rb")


def head(path: str) -> bytes:
    """The beginning of a file, or what has come of a pipe, which stays to be read; b"" if it can't be."""
    try:
        if path == "-":
            return _peeked(sys.stdin.buffer)
        with opened(path) as file:
            return file.read(HEAD_BYTES)
    except (OSError, EOFError, zlib.error):
        return b""


def _peeked(stream: Any) -> bytes:
    if hasattr(stream, "peek"):
        # A pipe can't go back, but what is in its buffer can be seen without taking it.
        return bytes(stream.peek(HEAD_BYTES))
    place = stream.tell()
    beginning = stream.read(HEAD_BYTES)
    stream.seek(place)
    return bytes(beginning)
