"""A text as an engine gets it, and the way back from a word that the engine minds to its place."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlglot import Token, TokenType, exp
from sqlglot.errors import SqlglotError

from headwater.sql.binding.bind import dialect_named
from headwater.sql.binding.text import Fragment, Lines
from headwater.sql.table_names import Parts

WORD = re.compile(r"\w+")
# An engine points at the beginning of a qualified name; its last word is what it misses.
QUALIFIED = re.compile(r"(?:[\w$]+|\"[^\"]+\"|`[^`]+`)(?:\s*\.\s*(?:[\w$]+|\"[^\"]+\"|`[^`]+`))*")
MASK = "?"


class RefusedWord(NamedTuple):
    """A word of a text: the how manieth of its like, from 0."""

    word: str
    number: int


def word_at(text: str, offset: int) -> RefusedWord | None:
    """The word that stands at an offset, of a qualified name the last.

    >>> word_at("select a, t.b from a t", 10), word_at("select a from a", 14)
    (RefusedWord(word='b', number=0), RefusedWord(word='a', number=1))
    """
    found = QUALIFIED.match(text, max(offset, 0))
    words = list(WORD.finditer(text, found.start(), found.end())) if found else []
    if not words:
        return None
    word = words[-1][0].lower()
    before = WORD.finditer(text, 0, words[-1].start())
    return RefusedWord(word, sum(one[0].lower() == word for one in before))


def place_of(text: str, dialect: str | None, sought: RefusedWord | None) -> Fragment | None:
    """Where the word stands in the text as people wrote it; None where it does not."""
    if sought is None:
        return None
    try:
        tokens = dialect_named(dialect).tokenize(text)
    except SqlglotError:
        return None
    alike = [token for token in tokens if token.text.lower() == sought.word]
    if not alike:
        return None
    token = alike[min(sought.number, len(alike) - 1)]
    return Lines(text).fragment(token.start, token.end)


def without_masks(tree: exp.Expr) -> exp.Expr:
    """A copy in which masked texts have no value: a mask can't be read as the date that it stands for."""

    def replaced(node: exp.Expr) -> exp.Expr:
        if isinstance(node, exp.Literal) and node.is_string and node.this == MASK:
            if isinstance(node.parent, exp.Interval):
                return exp.Literal.string("1")
            return exp.Null()
        return node

    return tree.transform(replaced)


def flattened(text: str, dialect: str, tables: Iterable[Parts]) -> str:
    """With the last word alone where a table's name has several: `shop.orders.id` becomes `orders.id`.

    >>> flattened("select shop.orders.id from shop.orders", "duckdb", [("shop", "orders")])
    'select orders.id from orders'
    """
    long = {parts for parts in tables if len(parts) > 1}
    if not long:
        return text
    tokens = dialect_named(dialect).tokenize(text)
    found, end, place = [], 0, 0
    while place < len(tokens):
        length = _name_length(tokens, place, long)
        if length > 1:
            last = tokens[place + 2 * (length - 1)]
            found += [text[end : tokens[place].start], text[last.start : last.end + 1]]
            end = last.end + 1
            place += 2 * length - 1
        else:
            place += 1
    return "".join([*found, text[end:]])


def _name_length(tokens: Sequence[Token], place: int, names: set[Parts]) -> int:
    """How many words of a table's name begin here."""
    before = tokens[place - 1].token_type if place else None
    if before is TokenType.DOT:
        return 0
    for length in sorted({len(name) for name in names}, reverse=True):
        span = tokens[place : place + 2 * length - 1]
        dotted = all(token.token_type is TokenType.DOT for token in span[1::2])
        words = tuple(token.text.lower() for token in span[::2])
        if len(span) == 2 * length - 1 and dotted and words in names:
            return length
    return 0
