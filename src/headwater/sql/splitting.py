"""A script cut into its statements, each with its place, without parsing any of them.

One regular expression of the dialect's own quotes and comments walks over the text, some hundred times
faster than the tokenizer, so that a large log can be searched for names first.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from headwater.sql.binding.bind import dialect_named

# What Jinja puts into a text may hold quotes and semicolons of its own.
TEMPLATES = r"\{\{[^{}]{0,2000}\}\}|\{%[^{}]{0,2000}%\}|\{#.*?(?:#\}|\Z)"
DOLLARS = r"\$(?P<tag>\w*)\$.*?(?:\$(?P=tag)\$|\Z)"
# A body between these is one statement, whatever stands in it.
ROUTINE = re.compile(
    r"\b(?:create|alter)\s+(?:or\s+(?:replace|alter)\s+)?(?:\w+\s+){0,3}?(?:function|procedure|proc|trigger)\b",
    re.IGNORECASE,
)
MOST_HEAD = 2_000
BLOCK_WORDS = re.compile(r"\b(begin|case|end)\b(?!\s+(?:if|loop|while|repeat|for)\b)", re.IGNORECASE)


class ScriptPiece(NamedTuple):
    """A statement, and where in the whole text it begins; line and column count from 1."""

    text: str
    line: int
    column: int
    closed: bool = True
    """False where a quote or comment that begins in it never ends."""


@lru_cache(maxsize=32)
def _skipping(dialect: str | None) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What is no end of a statement though it may hold a semicolon; and of that, what names nothing."""
    tokenizer = dialect_named(dialect).tokenizer_class
    quotes = [one if isinstance(one, tuple) else (one, one) for one in tokenizer.QUOTES]
    # Three quotes before one.
    quotes.sort(key=lambda pair: -len(pair[0]))
    names = [one if isinstance(one, tuple) else (one, one) for one in tokenizer.IDENTIFIERS]
    escapes = "\\" in tokenizer.STRING_ESCAPES
    comments = [_comment(one) for one in tokenizer.COMMENTS]
    # T-SQL's double quotes hold names or texts, by a setting that nobody tells here.
    values = [_quoted(*pair, escapes=escapes) for pair in quotes if pair not in names]
    if tokenizer.HEREDOC_STRINGS:
        values.append(DOLLARS)
    unnamed = "|".join([TEMPLATES, *comments, *values])
    quoted_names = "|".join(_quoted(*pair, escapes=False) for pair in names)
    whole = f"(?P<unnamed>{unnamed})" + (f"|(?P<name>{quoted_names})" if quoted_names else "") + r"|;[\s;]*+"
    return re.compile(whole, re.DOTALL), re.compile(unnamed, re.DOTALL)


def _comment(one: str | tuple[str, str]) -> str:
    if isinstance(one, tuple):
        return rf"{re.escape(one[0])}.*?(?:{re.escape(one[1])}|\Z)"
    return rf"{re.escape(one)}[^\n]*"


def _quoted(start: str, end: str, *, escapes: bool) -> str:
    """A doubled quote is read as two texts side by side, which end at the same place."""
    first, last = re.escape(start), re.escape(end)
    if len(end) > 1:
        return rf"{first}.*?(?:{last}|\Z)"
    inner = rf"[^{last}\\]*+(?:\\.[^{last}\\]*+)*+" if escapes else rf"[^{last}]*+"
    return rf"(?:{first}{inner}{last})++|{first}{inner}\Z"


def split(text: str, dialect: str | None) -> Iterator[ScriptPiece]:
    """
    >>> [(one.text, one.line, one.column) for one in split("select ';' ;\\n  select 2", None)]
    [("select ';'", 1, 1), ('select 2', 2, 3)]
    """
    lines = _line_starts(text)
    start, routine = 0, _Routine(text, 0)
    open_at = len(text) + 1
    for end, after in _ends(text, dialect):
        if after < 0:
            open_at = end
            continue
        if end < len(text) and routine.goes_on_after(end):
            continue
        piece = _piece(text, start, end, lines, closed=end < open_at)
        if piece is not None and not (piece.closed and _is_comment(piece.text, dialect)):
            yield piece
        start, routine = after, _Routine(text, after)


def _is_comment(text: str, dialect: str | None) -> bool:
    return not text[0].isalpha() and not without_values(text, dialect).strip()


def without_values(text: str, dialect: str | None) -> str:
    """The text without comments, literals and templates, as far as names in it are looked for."""
    return _skipping(dialect)[1].sub(" ", text)


def _ends(text: str, dialect: str | None) -> Iterator[tuple[int, int]]:
    """Where a statement ends and the next begins; and with -1 where something begins that never ends."""
    for found in _skipping(dialect)[0].finditer(text):
        if found[0][0] == ";":
            yield found.span()
        elif found.end() == len(text) and not _is_closed(found[0]):
            yield found.start(), -1
    yield len(text), len(text)


def _is_closed(word: str) -> bool:
    if word.startswith(("--", "#", "//")):
        return True
    opening = word[: 2 if word[:2] in ("/*", "{#", "{{", "{%") else 1]
    closing = {"/*": "*/", "{#": "#}", "{{": "}}", "{%": "%}", "[": "]"}.get(opening, opening)
    return len(word) > len(opening) and word.endswith(closing)


class _Routine:
    """Whether a statement makes a function or procedure whose block is still open; read only once."""

    def __init__(self, text: str, start: int) -> None:
        self._text, self._read, self._depth = text, start, 0
        self._is_one: bool | None = None

    def goes_on_after(self, end: int) -> bool:
        if self._is_one is None:
            head = self._text[self._read : min(end, self._read + MOST_HEAD)]
            self._is_one = ROUTINE.search(head) is not None
        if not self._is_one:
            return False
        for word in BLOCK_WORDS.findall(self._text, self._read, end):
            self._depth += -1 if word.lower() == "end" else 1
        self._read = end
        return self._depth > 0


def _line_starts(text: str) -> list[int]:
    return [0, *(found.end() for found in re.finditer("\n", text))]


def _piece(text: str, start: int, end: int, lines: list[int], *, closed: bool) -> ScriptPiece | None:
    whole = text[start:end]
    inner = whole.strip()
    if not inner:
        return None
    begin = start + len(whole) - len(whole.lstrip())
    line = bisect_right(lines, begin)
    return ScriptPiece(inner, line, begin - lines[line - 1] + 1, closed)
