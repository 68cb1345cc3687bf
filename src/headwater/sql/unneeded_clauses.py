"""Clauses that sqlglot's parser does not take and that change no lineage: they are left out."""

from collections.abc import Sequence

from sqlglot.dialects.dialect import Dialect
from sqlglot.dialects.mysql import MySQL
from sqlglot.dialects.teradata import Teradata
from sqlglot.dialects.tsql import TSQL
from sqlglot.tokenizer_core import Token

from headwater.sql.token_words import Rule, end_of_brackets, word_at, words_at

CHANGES = ("insert", "update", "delete", "merge")
# Between `create` and the query, where `with (…)` holds options.
MOST_HEAD = 200


def without_clauses(tokens: Sequence[Token], text: str, dialect: Dialect) -> Sequence[Token]:
    """The same tokens for nearly all texts: looking for a word is cheaper than looking at every token."""
    found = [clause for word, kind, clause in CLAUSES if word in text and isinstance(dialect, kind)]
    if not found:
        return tokens
    kept: list[Token] = []
    place = 0
    while place < len(tokens):
        end = next((end for clause in found if (end := clause(tokens, place)) > place), place)
        if end == place:
            kept.append(tokens[place])
        place = max(end, place + 1)
    return kept


def _overriding(tokens: Sequence[Token], place: int) -> int:
    """PostgreSQL's `insert into t overriding system value …`."""
    words = words_at(tokens, place, 3)
    return place + 3 if words[::2] == ["overriding", "value"] else place


def _schema_evolution(tokens: Sequence[Token], place: int) -> int:
    """Databricks' `merge with schema evolution into …`."""
    return place + 3 if words_at(tokens, place, 3) == ["with", "schema", "evolution"] else place


def _normalize(tokens: Sequence[Token], place: int) -> int:
    """Teradata's `select normalize on meets or overlaps …`."""
    if word_at(tokens, place) != "normalize" or word_at(tokens, place - 1) != "select":
        return place
    place += 1
    while word_at(tokens, place) in ("on", "meets", "or", "overlaps"):
        place += 1
    return place


def _log_errors(tokens: Sequence[Token], place: int) -> int:
    """Oracle's `insert … log errors into e ('x') reject limit unlimited` is the end of its statement."""
    if words_at(tokens, place, 2) != ["log", "errors"]:
        return place
    while place < len(tokens) and word_at(tokens, place) != ";":
        place += 1
    return place


def _watermark(tokens: Sequence[Token], place: int) -> int:
    """Databricks' `stream(t) watermark at delay of interval 1 minute`."""
    if word_at(tokens, place) != "watermark" or words_at(tokens, place + 2, 3) != ["delay", "of", "interval"]:
        return place
    return place + 7


def _top(tokens: Sequence[Token], place: int) -> int:
    """T-SQL's `update top (10) percent t set …`; of a select, sqlglot reads it."""
    before = word_at(tokens, place - 1)
    if words_at(tokens, place, 2) != ["top", "("] or before not in CHANGES:
        return place
    end = end_of_brackets(tokens, place + 1)
    return end + 1 if word_at(tokens, end) == "percent" else end


def _options(tokens: Sequence[Token], place: int) -> int:
    """`create … t with (distribution = hash(a)) as select …`."""
    if words_at(tokens, place, 2) != ["with", "("]:
        return place
    end = end_of_brackets(tokens, place + 1)
    before = place
    while before > max(place - MOST_HEAD, 0) and word_at(tokens, before - 1) not in (";", "as", "select"):
        before -= 1
    heads = word_at(tokens, before) == "create"
    return end if heads and word_at(tokens, end) == "as" else place


def _priority(tokens: Sequence[Token], place: int) -> int:
    """MySQL's `insert low_priority into t …`."""
    words = ("low_priority", "high_priority", "delayed")
    return place + 1 if word_at(tokens, place) in words and word_at(tokens, place - 1) in CHANGES else place


CLAUSES: tuple[tuple[str, type[Dialect], Rule], ...] = (
    ("overriding", Dialect, _overriding),
    ("evolution", Dialect, _schema_evolution),
    ("normalize", Teradata, _normalize),
    ("errors", Dialect, _log_errors),
    ("watermark", Dialect, _watermark),
    ("top", TSQL, _top),
    ("with", Dialect, _options),
    ("_priority", MySQL, _priority),
    ("delayed", MySQL, _priority),
)
