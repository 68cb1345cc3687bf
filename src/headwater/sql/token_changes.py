"""Words that sqlglot's parser does not take, left out or written in another way."""

from collections.abc import Iterator, Sequence

from sqlglot.dialects.dialect import Dialect
from sqlglot.tokenizer_core import Token, TokenType

from headwater.sql.dialect_tokens import changed_for_dialect
from headwater.sql.unneeded_clauses import without_clauses

COMPOUND = {TokenType.PLUS, TokenType.DASH, TokenType.STAR, TokenType.SLASH, TokenType.MOD, TokenType.PIPE}


def changed_tokens(tokens: Sequence[Token], text: str, dialect: Dialect) -> list[Token]:
    """The same tokens for nearly all texts: looking for a word is cheaper than looking at every token."""
    small = text.lower()
    tokens = without_clauses(tokens, small, dialect)
    tokens = changed_for_dialect(tokens, small, dialect)
    if "commit" in small:
        tokens = list(_without_on_commit(tokens))
    if "directory" in small:
        tokens = list(_without_file_format(tokens))
    if "update" in small or "merge" in small:
        tokens = list(_with_plain_assignments(tokens))
    if "|>" in small:
        tokens = list(_with_from_before_pipe(tokens))
    return list(tokens)


def _with_from_before_pipe(tokens: Sequence[Token]) -> Iterator[Token]:
    """Spark's `table t |> …` is `from t |> …`."""
    for place, token in enumerate(tokens):
        if token.token_type is TokenType.TABLE and _names_table_before_pipe(tokens, place + 1):
            yield Token(TokenType.FROM, "from", token.line, token.col, token.start, token.end)
        else:
            yield token


def _names_table_before_pipe(tokens: Sequence[Token], place: int) -> bool:
    while place + 1 < len(tokens) and tokens[place + 1].text == ".":
        place += 2
    return place + 1 < len(tokens) and tokens[place + 1].token_type is TokenType.PIPE_GT


def _with_plain_assignments(tokens: Sequence[Token]) -> Iterator[Token]:
    """T-SQL's `set a += b` is `set a = a + b`."""
    name: list[Token] = []
    skip = False
    for place, token in enumerate(tokens):
        if skip:
            skip = False
            continue
        after = tokens[place + 1] if place + 1 < len(tokens) else token
        compound = token.token_type in COMPOUND and after.token_type is TokenType.EQ
        if compound and after.start == token.end + 1 and name:
            yield from (after, *name, token)
            skip, name = True, []
            continue
        yield token
        # The name so far: `t.a` is three words.
        dotted = token.text == "." or (bool(name) and name[-1].text == ".")
        name = [*name, token] if dotted else [token]


def _without_on_commit(tokens: Sequence[Token]) -> Iterator[Token]:
    """`create temp table t on commit drop as …`: sqlglot gives up on these words, which change nothing."""
    skip = 0
    for place, token in enumerate(tokens):
        if skip:
            skip -= 1
        elif _starts_on_commit(tokens, place):
            skip = 1 + (
                2 if tokens[place + 3 : place + 4] and tokens[place + 3].text.lower() == "rows" else 1
            )
        else:
            yield token


def _starts_on_commit(tokens: Sequence[Token], place: int) -> bool:
    if tokens[place].token_type is not TokenType.ON or place + 2 >= len(tokens):
        return False
    return tokens[place + 1].text.lower() == "commit"


def _without_file_format(tokens: Sequence[Token]) -> Iterator[Token]:
    """Spark's `insert overwrite directory '…' using parquet options (…)`: sqlglot reads Hive's form only."""
    place = 0
    while place < len(tokens):
        yield tokens[place]
        place += 1
        if place > 1 and tokens[place - 2].text.lower() == "directory":
            place = _after_file_format(tokens, place)


def _after_file_format(tokens: Sequence[Token], place: int) -> int:
    if place >= len(tokens) or tokens[place].text.lower() != "using":
        return place
    place += 2
    if place < len(tokens) and tokens[place].text.lower() == "options":
        while place < len(tokens) and tokens[place].token_type is not TokenType.R_PAREN:
            place += 1
        place += 1
    return place
