"""A text without its literals: masked, so that it can be kept, and as a fingerprint, to count it once.

Every literal gives way to one that says nothing, `'?'` or `0`, of the same kind, so that the text still
parses and shows its types. Units, ordinals (`order by 2`) and sizes of types (`decimal(10, 2)`) stay.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from sqlglot import Token, TokenType
from sqlglot.dialects.dialect import Dialect
from sqlglot.errors import SqlglotError

from headwater.sql.limits import MOST_CHARACTERS

UNREADABLE = "?"
"""Stands for a whole text that the dialect can't split into tokens."""

STRINGS = {
    TokenType.STRING, TokenType.HEREDOC_STRING, TokenType.RAW_STRING, TokenType.NATIONAL_STRING,
    TokenType.UNICODE_STRING, TokenType.BYTE_STRING,
}  # fmt: skip
QUOTES = ("'", '"')
# What follows a number without a space belongs to it where the tokenizer stopped early: `0x1F`, `1_000`.
REST_OF_NUMBER = re.compile(r"[xXoObB_][0-9a-fA-F_]*|[0-9a-fA-F_]+")
SUFFIX = re.compile(r"(?:L|S|Y|D|F|BD)$", re.IGNORECASE)
UNIT = re.compile(
    r"'(?:year|quarter|month|week|day|hour|minute|second|millisecond|microsecond|decade|century|epoch|dow|doy)s?'",
    re.IGNORECASE,
)
UNIT_FUNCTIONS = {
    "date_trunc",
    "datetrunc",
    "date_part",
    "datepart",
    "timestamp_trunc",
    "dateadd",
    "datediff",
}
BY = {TokenType.ORDER_BY, TokenType.GROUP_BY}
NOT_BY = {
    TokenType.LIMIT, TokenType.HAVING, TokenType.OFFSET, TokenType.FETCH, TokenType.QUALIFY, TokenType.UNION,
    TokenType.EXCEPT, TokenType.INTERSECT, TokenType.SEMICOLON, TokenType.SELECT, TokenType.WINDOW,
}  # fmt: skip
SIZED = {
    TokenType.DECIMAL, TokenType.VARCHAR, TokenType.NVARCHAR, TokenType.CHAR, TokenType.NCHAR,
    TokenType.BINARY, TokenType.VARBINARY, TokenType.TIMESTAMP, TokenType.TIMESTAMPTZ,
    TokenType.FLOAT, TokenType.TEXT,
}  # fmt: skip
BEFORE_TYPE = {TokenType.DCOLON, TokenType.ALIAS, TokenType.VAR, TokenType.IDENTIFIER}
MOST_TEXTS_IN_TEXTS = 3
# One value and those after it in brackets, and one row and those after it.
LIST = re.compile(r"\( (-? ?(?:'\?'|0)) (?:, -? ?(?:'\?'|0) )+\)")
ROWS = re.compile(r"(\((?:[^()]|\([^()]*\))*\))(?: , \1)+")


class Piece(NamedTuple):
    """A token, the space in front of it, and what stands in the text for it."""

    space: str
    words: str
    token: Token


def mask_literals(text: str, dialect: str | None) -> str:
    """The text with every literal replaced and comments dropped; lines stay as they are.

    >>> print(mask_literals("select a -- mine\\nfrom t where day > date '2026-04-20' and x = -2.5", None))
    select a
    from t where day > date '?' and x = -0.0
    """
    pieces = _pieces(text, dialect)
    if pieces is None:
        return UNREADABLE if text.strip() else ""
    return _joined(pieces)


def _joined(pieces: Sequence[Piece]) -> str:
    return "\n".join(
        line.rstrip() for line in "".join(one.space + one.words for one in pieces).split("\n")
    ).strip()


def normalised(text: str, dialect: str | None) -> str:
    """One line: keywords and unquoted names in lower case, lists of literals as long as one.

    >>> normalised("SELECT a\\n FROM T WHERE x IN (1,2,3);", None)
    'select a from t where x in ( 0 )'
    """
    pieces = _pieces(text, dialect)
    if pieces is None:
        return UNREADABLE
    words = [_folded(one) for one in pieces]
    while words and words[-1] == ";":
        words.pop()
    plain = LIST.sub(r"( \1 )", " ".join(words))
    return ROWS.sub(r"\1", plain)


def fingerprint(text: str, dialect: str | None) -> str:
    """The same for texts that differ in literals, formatting, comments and the length of lists.

    A text that can't be read has a fingerprint of its own, from which it cannot be guessed.
    """
    plain = normalised(text, dialect)
    # Two unreadable texts are two queries, though both are masked alike.
    kept = f"unreadable {' '.join(text.split())}" if plain == UNREADABLE else plain
    return hashlib.sha256(f"{dialect or ''}\n{kept}".encode()).hexdigest()[:32]


def _folded(piece: Piece) -> str:
    kind = piece.token.token_type
    if kind is TokenType.IDENTIFIER or piece.words.startswith(QUOTES):
        return piece.words
    if kind is TokenType.NUMBER and piece.words.startswith("0"):
        return "0"
    return " ".join(piece.words.lower().split())


def _pieces(text: str, dialect: str | None) -> list[Piece] | None:
    found = _masked(text, dialect or "")
    return list(found) if found is not None else None


@lru_cache(maxsize=64)
def _masked(text: str, dialect: str) -> tuple[Piece, ...] | None:
    # Without a dialect nobody knows whether a backslash ends a string or goes on with it.
    unsure = not dialect and ("\\'" in text or '\\"' in text)
    if unsure or len(text) > MOST_CHARACTERS:
        return None
    tokens = _tokens(text, dialect)
    return None if tokens is None else tuple(Masking(text, dialect, tokens).pieces(MOST_TEXTS_IN_TEXTS))


def _tokens(text: str, dialect: str) -> list[Token] | None:
    try:
        return list(Dialect.get_or_raise(dialect or None).tokenize(text))
    except (SqlglotError, ValueError):
        return None


class Masking:
    """One pass over the tokens of a text."""

    def __init__(self, text: str, dialect: str, tokens: Sequence[Token]) -> None:
        self._text = text
        self._dialect = dialect
        self._tokens = tokens
        self._by_depth: int | None = None
        self._depth = 0

    def pieces(self, deep: int) -> Iterator[Piece]:
        end = 0
        for place, token in enumerate(self._tokens):
            # A number with a suffix comes as several tokens over the same letters.
            if token.start < end:
                continue
            self._follow(token)
            gap = self._text[end : token.start]
            if token.token_type is TokenType.HINT:
                end, words = token.end + 1, ""
            elif _is_rest_of_command(token):
                # A text in a text, whose token begins where the text ends.
                gap, words, end = "", self._command(self._text[end : token.end + 1], deep), token.end + 1
            else:
                end, words = self._words(place, token)
            yield Piece(_space(gap), words, token)

    def _follow(self, token: Token) -> None:
        """Whether this is the list after `order by`, where numbers are places."""
        kind = token.token_type
        if kind is TokenType.L_PAREN:
            self._depth += 1
        elif kind is TokenType.R_PAREN:
            self._depth -= 1
        if kind in BY:
            self._by_depth = self._depth
        elif self._by_depth is not None and (self._depth < self._by_depth or kind in NOT_BY):
            self._by_depth = None

    def _words(self, place: int, token: Token) -> tuple[int, str]:
        """Where the token ends, and what is written for it."""
        word = self._text[token.start : token.end + 1]
        kind, end = token.token_type, token.end + 1
        if kind in STRINGS:
            return end, self._string(place, word)
        if kind is TokenType.HEX_STRING:
            return end, "0x00" if word[1:2] in "xX" and word[0] == "0" else "x'00'"
        if kind is TokenType.BIT_STRING:
            return end, "b'0'"
        if kind is TokenType.NUMBER:
            return self._number(place, word, end)
        return end, word

    def _string(self, place: int, word: str) -> str:
        if UNIT.fullmatch(word) and self._is_unit(place):
            return word
        prefix = word[0] if word[:1] in "nNeE" and word[1:2] == "'" else ""
        return f"{prefix}'?'"

    def _command(self, rest: str, deep: int) -> str:
        tokens = _tokens(rest, self._dialect) if deep else None
        if tokens is None:
            return " '?'"
        return f" {_joined(list(Masking(rest, self._dialect, tokens).pieces(deep - 1)))}"

    def _is_unit(self, place: int) -> bool:
        """The first argument of `date_trunc('month', day)`."""
        named = place > 1 and self._tokens[place - 2].text.lower() in UNIT_FUNCTIONS
        return named and self._kind(place - 1) is TokenType.L_PAREN

    def _number(self, place: int, word: str, end: int) -> tuple[int, str]:
        rest = self._tokens[place + 1] if place + 1 < len(self._tokens) else None
        if rest is not None and rest.start == end and rest.token_type in (TokenType.VAR, TokenType.NUMBER):
            more = self._text[rest.start : rest.end + 1]
            if REST_OF_NUMBER.fullmatch(more):
                return rest.end + 1, "0"
        if (
            self._kind(place - 1) is TokenType.PARAMETER
            or self._is_ordinal(place, word)
            or self._is_size(place)
        ):
            return end, word
        suffix = SUFFIX.search(word)
        if "e" in word.lower() and not suffix:
            return end, "0e0"
        return end, ("0.0" if "." in word else "0") + (suffix[0] if suffix else "")

    def _is_ordinal(self, place: int, word: str) -> bool:
        if self._by_depth is None or not (word.isdigit() and len(word) < 4) or self._depth != self._by_depth:
            return False
        return self._kind(place - 1) in BY or self._kind(place - 1) is TokenType.COMMA

    def _is_size(self, place: int) -> bool:
        """`::decimal(10, 2)`, `cast(a as varchar(10))`."""
        start = place - 2 if self._kind(place - 1) is TokenType.COMMA else place
        opened = self._kind(start - 1) is TokenType.L_PAREN
        return opened and self._kind(start - 2) in SIZED and self._kind(start - 3) in BEFORE_TYPE

    def _kind(self, place: int) -> TokenType | None:
        return self._tokens[place].token_type if 0 <= place < len(self._tokens) else None


def _is_rest_of_command(token: Token) -> bool:
    """What follows some commands (`execute`, `begin`) comes as one string without quotes."""
    return token.token_type is TokenType.STRING and token.end - token.start + 1 < len(token.text) + 2


def _space(gap: str) -> str:
    """Comments go; the lines they stood on stay, and what stood around them stays apart."""
    if not gap or gap.isspace():
        return gap
    return "".join(letter for letter in gap if letter.isspace()) or " "
