"""T-SQL that sqlglot's parser does not take, written in a way that it does."""

from collections.abc import Iterator, Sequence

from sqlglot.tokenizer_core import Token, TokenType

from headwater.sql.token_words import changed_word, until, word_at, words_at

CHANGED_ROWS = ("inserted", "deleted")
# Without an alias, rows of a table go by the name of the table.
NO_ALIASES = (
    ")", ";", ",", "where", "join", "inner", "left", "right", "full", "cross", "on", "group", "order",
    "union", "except", "intersect", "end",
)  # fmt: skip


def with_output(tokens: Sequence[Token]) -> Iterator[Token]:
    """`delete from t output deleted.a into b.c (x)`, which sqlglot reads without `from` and dots."""
    return _with_short_targets(_without_from_before_output(tokens))


def _name_ends(tokens: Sequence[Token], place: int) -> int:
    """Behind `a.b.c`, also with nothing between two dots."""
    place += 1
    while word_at(tokens, place) == ".":
        place += 1 if word_at(tokens, place + 1) == "." else 2
    return place


def _without_from_before_output(tokens: Sequence[Token]) -> list[Token]:
    """`delete from t output …` is `delete t output …`."""
    kept: list[Token] = []
    for place, token in enumerate(tokens):
        after_delete = words_at(tokens, place - 1, 2) == ["delete", "from"]
        if not (after_delete and word_at(tokens, _name_ends(tokens, place + 1)) == "output"):
            kept.append(token)
    return kept


def _with_short_targets(tokens: Sequence[Token]) -> Iterator[Token]:
    """`output … into a.b.c (x)`: the name as one word, which may hold dots."""
    skip_to = 0
    for place, token in enumerate(tokens):
        if place < skip_to:
            continue
        end = _name_ends(tokens, place)
        if word_at(tokens, place - 1) == "into" and end > place + 1 and _returns(tokens, place - 1):
            skip_to = end
            name = ".".join(one.text for one in tokens[place:end] if one.text != ".")
            yield changed_word(token, TokenType.IDENTIFIER, name)
        else:
            yield token


def _returns(tokens: Sequence[Token], place: int) -> bool:
    """Whether this `into` belongs to an `output` before it."""
    while place > 0 and word_at(tokens, place) not in (";", "output", "select", "insert", "merge"):
        place -= 1
    return word_at(tokens, place) == "output"


def with_changed_rows(tokens: Sequence[Token]) -> Iterator[Token]:
    """In a trigger, `from inserted` and `from deleted` are rows of the table that it is on."""
    table: Sequence[Token] = ()
    for place, token in enumerate(tokens):
        if word_at(tokens, place) == "trigger":
            start = until(tokens, place, {"on", ";"}) + 1
            table = tokens[start : _name_ends(tokens, start)]
        before, after = word_at(tokens, place - 1), word_at(tokens, place + 1)
        if table and word_at(tokens, place) in CHANGED_ROWS and before in ("from", "join", ","):
            yield from table
            if after in NO_ALIASES:
                yield changed_word(token, TokenType.VAR, token.text)
        else:
            yield token
