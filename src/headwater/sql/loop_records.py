"""Loops over the rows of a query: `for r in (select …) loop insert … values (r.id) …`.

The query becomes a temporary relation in front of the loop's statements, under a name that no table can have,
and `r.id` is a column of it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sqlglot.tokenizer_core import Token, TokenType

from headwater.sql.token_words import changed_word, end_of_brackets, semicolon, until, word_at, words_at

# Between `cursor` and its query: a name, parameters and options.
MOST_HEAD = 60


class LoopHead(NamedTuple):
    """The query of a loop as a statement of its own, and where the loop's statements begin."""

    statement: list[Token]
    end: int


def record_name(variable: str) -> str:
    """
    >>> record_name("R")
    'record r'
    """
    return f"record {variable.lower()}"


Cursors = Mapping[str, Sequence[Token]]
"""The queries of the cursors that a text loops over."""


def looped_cursors(tokens: Sequence[Token]) -> Cursors:
    """Of `cursor c is select …`, `c cursor for select …`."""
    places = [place for place in range(len(tokens)) if word_at(tokens, place) == "cursor"]
    if not places:
        return {}
    looped = {word_at(tokens, place + 3) for place in range(len(tokens)) if _loops(tokens, place)}
    return {name: query for place in places for name, query in _cursor(tokens, place) if name in looped}


def _loops(tokens: Sequence[Token], place: int) -> bool:
    return word_at(tokens, place) == "for" and word_at(tokens, place + 2) == "in"


def _cursor(tokens: Sequence[Token], place: int) -> Iterator[tuple[str, Sequence[Token]]]:
    start = until(tokens, place + 1, {"is", "for", ";"}, MOST_HEAD)
    if word_at(tokens, start) in ("is", "for"):
        # Oracle names it behind the word, the others before it.
        name = word_at(tokens, place + 1 if word_at(tokens, start) == "is" else place - 1)
        yield name, tokens[start + 1 : until(tokens, start + 1, {";"})]


def loop_over_query(tokens: Sequence[Token], place: int, cursors: Cursors) -> LoopHead | None:
    """`for r in (select …) loop`, PL/pgSQL's `for r in select … loop`, BigQuery's `for r in (…) do`."""
    if not _loops(tokens, place):
        return None
    words = words_at(tokens, place, 5)
    if words[3] in cursors:
        end = until(tokens, place + 4, {"loop", "do", ";"})
        return LoopHead(list(_as_temporary(tokens[place + 1], cursors[words[3]])), end + 1)
    bracketed = words[3] == "("
    if words[4 if bracketed else 3] not in ("select", "with"):
        return None
    end = end_of_brackets(tokens, place + 3) if bracketed else until(tokens, place + 3, {"loop", "do", ";"})
    if word_at(tokens, end) not in ("loop", "do"):
        return None
    query = tokens[place + 4 : end - 1] if bracketed else tokens[place + 3 : end]
    return LoopHead(list(_as_temporary(tokens[place + 1], query)), end + 1)


def _as_temporary(variable: Token, query: Sequence[Token]) -> Iterator[Token]:
    yield semicolon(variable)
    yield changed_word(variable, TokenType.CREATE, "create")
    yield changed_word(variable, TokenType.TEMPORARY, "temporary")
    yield changed_word(variable, TokenType.TABLE, "table")
    yield changed_word(variable, TokenType.IDENTIFIER, record_name(variable.text))
    yield changed_word(variable, TokenType.ALIAS, "as")
    yield from query
    yield semicolon(variable)
