"""A text of SQL in a file: what it says, who runs it, and at which line and column a piece of it stands."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from headwater.errors import BadInputError
from headwater.sql.binding.text import Fragment

MOST_BYTES = 64 * 1024 * 1024
# A text inside a JSON string: an escape, or a character as it is.
JSON_UNIT = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[0-9a-fA-F]{4}|\\u[0-9a-fA-F]{4}|\\.|[^\\]", re.DOTALL
)
SQL_KEY = re.compile(r'"sql"\s*:\s*"')


class FilePlace(NamedTuple):
    """Where in a file; line and column count from 1."""

    file: str
    line: int
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class FoundText:
    """One statement, with what the file says of its use."""

    text: str
    place: FilePlace
    dialect: str | None = None
    namespace: tuple[str, ...] = ()
    user: str | None = None
    job: str | None = None
    dashboard: str | None = None
    time: datetime | None = None
    count: int = 1
    raw: str | None = None
    """The line of JSON that holds it."""
    in_schema: bool = False
    """Whether it is of the file of schemas, and so no query of a person."""

    def where(self, fragment: Fragment | None) -> FilePlace:
        """The place of a piece of the text in its file."""
        if fragment is None:
            return self.place
        file, line, column = self.place
        if self.raw is not None:
            return FilePlace(file, line, _column_in_json(self.raw, self.text, fragment))
        first = fragment.line == 1
        return FilePlace(file, line + fragment.line - 1, fragment.column + (column - 1 if first else 0))


@dataclass(slots=True)
class ReadingProblems:
    """What could not be read, each with its place; only the first are kept, all are counted."""

    total: int = 0
    first: list[str] = field(default_factory=list)

    def add(self, place: FilePlace, says: str) -> None:
        self.total += 1
        if len(self.first) < 20:
            self.first.append(f"{place}: {says}")


def _column_in_json(raw: str, text: str, fragment: Fragment) -> int:
    """Counts the characters as they are written, escapes and all."""
    key = SQL_KEY.search(raw)
    if key is None:
        return 1
    lines = text.split("\n")
    offset = sum(len(line) + 1 for line in lines[: fragment.line - 1]) + fragment.column - 1
    place = key.end()
    for _ in range(offset):
        unit = JSON_UNIT.match(raw, place)
        if unit is None:
            return 1
        place = unit.end()
    return place + 1


def files_in(paths: Iterable[Path], suffixes: tuple[str, ...]) -> list[Path]:
    """Folders as the files in them, sorted; hidden ones are an editor's or a version control's."""
    found = []
    for path in paths:
        if path.is_dir():
            inside = (one for one in path.rglob("*") if one.is_file() and one.suffix.lower() in suffixes)
            found += sorted(
                one for one in inside if not any(part.startswith(".") for part in one.relative_to(path).parts)
            )
        else:
            found.append(path)
    return found


def read_file(path: Path) -> str:
    """The text of a file, or an error that names it and, where it can, the line."""
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise BadInputError(
                str(path),
                f"has {size:,} bytes, and at most {MOST_BYTES:,} are read; split it into several files",
            )
        content = path.read_bytes()
    except OSError as error:
        raise BadInputError(str(path), f"can't be read: {error.strerror or error}") from error
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadInputError(
            f"{path}:{line}", f"is not UTF-8 text: byte 0x{content[error.start]:02x}"
        ) from error
    nul = text.find("\0")
    if nul >= 0:
        line = text.count("\n", 0, nul) + 1
        raise BadInputError(f"{path}:{line}", "holds a NUL character, so this is no text")
    return text.replace("\r\n", "\n")
