"""What single dialects have and sqlglot's parser does not take, written in a way that it does."""

from collections.abc import Callable, Iterator, Sequence

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect
from sqlglot.dialects.mysql import MySQL
from sqlglot.dialects.oracle import Oracle
from sqlglot.dialects.redshift import Redshift
from sqlglot.dialects.teradata import Teradata
from sqlglot.dialects.tsql import TSQL
from sqlglot.tokenizer_core import Token, TokenType

from headwater.sql.token_words import changed_word, end_of_brackets, until, word_at, words_at
from headwater.sql.tsql_tokens import with_changed_rows, with_output

# What Teradata writes behind a value in parentheses, and which says how it is shown.
SHOWN = {"named", "format", "title"}
TYPES = {
    "date", "time", "timestamp", "char", "character", "varchar", "integer", "int", "smallint", "bigint",
    "byteint", "decimal", "dec", "numeric", "float", "number",
}  # fmt: skip
# Before a statement.
STARTS = (";", "begin", "then", "else", "loop")
COPY_ALL = "when matched then update set * when not matched then insert *"


def changed_for_dialect(tokens: Sequence[Token], text: str, dialect: Dialect) -> Sequence[Token]:
    for word, kind, change in CHANGES:
        if word in text and isinstance(dialect, kind):
            tokens = list(change(tokens))
    return tokens


def _with_one_condition(tokens: Sequence[Token]) -> Iterator[Token]:
    """Oracle's `merge … update set … delete where …`: which rows stay, as `where` says which change."""
    has_where = False
    for place, token in enumerate(tokens):
        word, before = word_at(tokens, place), word_at(tokens, place - 1)
        deletes = words_at(tokens, place, 2) == ["delete", "where"] and before not in ("then", ";")
        if deletes and place:
            continue
        if word == "where" and before == "delete" and has_where:
            yield changed_word(token, TokenType.AND, "and")
            continue
        has_where = word == "where" or (has_where and word not in ("when", ";"))
        yield token


def _with_rows_before_change(tokens: Sequence[Token]) -> Iterator[Token]:
    """Oracle's `update (select …) v set …` is `with v as (select …) update v set …`."""
    place = 0
    while place < len(tokens):
        bracket = _changed_query(tokens, place)
        if not bracket:
            yield tokens[place]
            place += 1
            continue
        verb, end = tokens[place], end_of_brackets(tokens, bracket)
        named = word_at(tokens, end) not in ("set", "where", "returning", ";", ")")
        name = tokens[end] if named else changed_word(verb, TokenType.IDENTIFIER, "changed rows")
        yield changed_word(verb, TokenType.WITH, "with")
        yield name
        yield changed_word(verb, TokenType.ALIAS, "as")
        yield from tokens[bracket:end]
        yield from tokens[place:bracket]
        yield name
        place = end + 1 if named else end


def _changed_query(tokens: Sequence[Token], place: int) -> int:
    """Where the query begins that is changed in place of a table; 0 if none is."""
    bracket = place + (2 if words_at(tokens, place, 2) == ["delete", "from"] else 1)
    changes = word_at(tokens, place) in ("update", "delete") and word_at(tokens, place - 1) in STARTS
    return bracket if changes and words_at(tokens, bracket, 2) == ["(", "select"] else 0


def _with_casts(tokens: Sequence[Token]) -> Iterator[Token]:
    """Teradata's `a (date, format '9')` is `a :: date`."""
    place = 0
    while place < len(tokens):
        before = tokens[place - 1] if place else None
        if before is None or not _is_shown_as(tokens, place) or not _ends_value(before):
            yield tokens[place]
            place += 1
            continue
        end = end_of_brackets(tokens, place)
        yield changed_word(tokens[place], TokenType.DCOLON, "::")
        yield from tokens[place + 1 : until(tokens, place + 1, {",", ")"})]
        place = end


def _with_named_sources(tokens: Sequence[Token]) -> Iterator[Token]:
    """Teradata's `update t from s set …`, of which sqlglot takes `set` for an alias, has one of its own."""
    updates = False
    for place, token in enumerate(tokens):
        word = token.text.lower()
        updates = word in ("update", "upd") or (updates and word != ";")
        name = place - 1
        while word_at(tokens, name - 1) == ".":
            name -= 2
        if updates and word == "set" and word_at(tokens, name - 1) in ("from", ","):
            yield changed_word(token, TokenType.ALIAS, "as")
            yield tokens[place - 1]
        yield token


def _is_shown_as(tokens: Sequence[Token], place: int) -> bool:
    if word_at(tokens, place) != "(" or word_at(tokens, place + 1) not in TYPES:
        return False
    after = place + 2 if word_at(tokens, place + 2) != "(" else end_of_brackets(tokens, place + 2)
    return word_at(tokens, after) in (",", ")")


def _ends_value(token: Token) -> bool:
    if token.text == ")":
        return True
    named = token.token_type in (TokenType.VAR, TokenType.IDENTIFIER)
    return named and token.text.upper() not in exp.FUNCTION_BY_NAME


def _with_copied_rows(tokens: Sequence[Token]) -> Iterator[Token]:
    """Redshift's `merge … remove duplicates` puts whole rows in the place of others."""
    for place, token in enumerate(tokens):
        if words_at(tokens, place, 2) == ["remove", "duplicates"]:
            yield from Redshift().tokenize(COPY_ALL)
        elif words_at(tokens, place - 1, 2) != ["remove", "duplicates"]:
            yield token


def _without_rule_for_duplicates(tokens: Sequence[Token]) -> Iterator[Token]:
    """MySQL's `create table t (…) ignore select …`."""
    makes = False
    for place, token in enumerate(tokens):
        word = word_at(tokens, place)
        makes = words_at(tokens, place, 2) == ["create", "table"] or (makes and word != ";")
        if not (makes and word in ("ignore", "replace") and word_at(tokens, place + 1) in ("select", "as")):
            yield token


def _with_aliases(tokens: Sequence[Token]) -> Iterator[Token]:
    """Teradata's `a (named b, format '9')` is `a as b`."""
    place = 0
    while place < len(tokens):
        if word_at(tokens, place) != "(" or word_at(tokens, place + 1) not in SHOWN:
            yield tokens[place]
            place += 1
            continue
        end = end_of_brackets(tokens, place)
        name = until(tokens, place + 1, {"named", ")"})
        if word_at(tokens, name) == "named":
            yield changed_word(tokens[place], TokenType.ALIAS, "as")
            yield tokens[name + 1]
        place = end


Change = Callable[[Sequence[Token]], Iterator[Token]]

# By a word without which nothing is to be changed.
CHANGES: tuple[tuple[str, type[Dialect], Change], ...] = (
    ("delete", Oracle, _with_one_condition),
    ("update", Oracle, _with_rows_before_change),
    ("delete", Oracle, _with_rows_before_change),
    ("(", Teradata, _with_casts),
    ("upd", Teradata, _with_named_sources),
    ("duplicates", Redshift, _with_copied_rows),
    ("ignore", MySQL, _without_rule_for_duplicates),
    ("replace", MySQL, _without_rule_for_duplicates),
    ("named", Teradata, _with_aliases),
    ("format", Teradata, _with_aliases),
    ("title", Teradata, _with_aliases),
    ("output", TSQL, with_output),
    ("trigger", TSQL, with_changed_rows),
)
