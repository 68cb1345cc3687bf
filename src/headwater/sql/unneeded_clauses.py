"""Clauses that sqlglot's parser does not take and that change no lineage: they are left out."""

from collections.abc import Sequence

from sqlglot.dialects.dialect import Dialect
from sqlglot.dialects.mysql import MySQL
from sqlglot.dialects.oracle import Oracle
from sqlglot.dialects.sqlite import SQLite
from sqlglot.dialects.teradata import Teradata
from sqlglot.dialects.tsql import TSQL
from sqlglot.tokenizer_core import Token

from headwater.sql.token_words import Rule, end_of_brackets, until, word_at, words_at

CHANGES = ("insert", "update", "delete", "merge")
LOCKS = {
    "access", "read", "write", "share", "exclusive", "checksum", "load", "committed", "mode", "override",
    "nowait",
}  # fmt: skip
# Behind `locking` stands at most a kind and a name of three parts.
MOST_LOCKING = 8
TABLE_HINTS = {
    "tablock", "tablockx", "holdlock", "rowlock", "paglock", "xlock", "updlock", "serializable",
    "ignore_triggers", "keepidentity", "keepdefaults", "ignore_constraints",
}  # fmt: skip
# `into`, and a name of four parts with the dots between them.
MOST_NAME = 9
ROUTINES = ("function", "procedure")
PRIORITIES = ("low_priority", "high_priority", "delayed", "quick", "ignore")
# Between `create` and the query, where `with (…)` holds options.
MOST_HEAD = 200


def without_clauses(tokens: Sequence[Token], text: str, dialect: Dialect) -> Sequence[Token]:
    """The same tokens for nearly all texts: looking for a word is cheaper than looking at every token."""
    found: dict[str, list[Rule]] = {}
    for word, kind, begins, clause in CLAUSES:
        if word in text and isinstance(dialect, kind):
            for begin in begins:
                found.setdefault(begin, []).append(clause)
    if not found:
        return tokens
    kept: list[Token] = []
    place = 0
    while place < len(tokens):
        clauses = found.get(tokens[place].text.lower(), ())
        end = next((end for clause in clauses if (end := clause(tokens, place)) > place), place)
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


def _hints(tokens: Sequence[Token], place: int) -> int:
    """T-SQL's `insert into t with (tablock) select …`; of a table in `from`, sqlglot reads it."""
    if words_at(tokens, place, 2) != ["with", "("] or word_at(tokens, place + 2) not in TABLE_HINTS:
        return place
    name = [word_at(tokens, before) for before in range(place - 1, place - MOST_NAME, -1)]
    other = next((at for at, word in enumerate(name) if word in (";", "from", "join", "select")), MOST_NAME)
    return end_of_brackets(tokens, place + 1) if "insert" in name[:other] else place


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
    """MySQL's `insert low_priority into t …`, `update ignore t …`."""
    word, before = word_at(tokens, place), word_at(tokens, place - 1)
    # Of an insert, sqlglot reads it.
    ignores = word == "ignore" and before in ("update", "delete", *PRIORITIES[:-1])
    return place + 1 if ignores or (word in PRIORITIES[:-1] and before in CHANGES) else place


def _on_duplicates(tokens: Sequence[Token], place: int) -> int:
    """SQLite's `update or replace t set …`."""
    kinds = ("replace", "ignore", "abort", "fail", "rollback")
    words = words_at(tokens, place - 1, 3)
    return place + 2 if words[:2] == ["update", "or"] and words[2] in kinds else place


def _locking(tokens: Sequence[Token], place: int) -> int:
    """Teradata's `locking table t for access mode nowait`, before a statement and in a view."""
    if word_at(tokens, place) not in ("locking", "lock") or word_at(tokens, place - 1) not in (";", "as"):
        return place
    end = until(tokens, place + 1, {"for", "in", ";"}, MOST_LOCKING) + 1
    if word_at(tokens, end) not in LOCKS:
        return place
    while word_at(tokens, end) in LOCKS:
        end += 1
    return end


def _functions_of_a_query(tokens: Sequence[Token], place: int) -> int:
    """Oracle's `with function f (…) return number is begin … end; select …`: values come from arguments."""
    before, word = word_at(tokens, place - 1), word_at(tokens, place)
    if word == "with" and word_at(tokens, place + 1) in ROUTINES:
        end = _end_of_functions(tokens, place + 1)
        # The word stays where CTEs follow.
        return end if word_at(tokens, end) == "select" else place
    return _end_of_functions(tokens, place) if before == "with" and word in ROUTINES else place


def _end_of_functions(tokens: Sequence[Token], place: int) -> int:
    while word_at(tokens, place) in ROUTINES:
        place = end_of_routine(tokens, place)
    return place


def end_of_routine(tokens: Sequence[Token], place: int) -> int:
    """Behind the semicolon after the `end` of its own block."""
    depth, began = 0, False
    while place < len(tokens):
        word = word_at(tokens, place)
        closes = word == "end" and word_at(tokens, place + 1) not in ("if", "loop")
        depth += (word in ("begin", "case")) - closes
        began = began or word == "begin"
        if word == ";" and began and depth <= 0:
            return place + 1
        place += 1
    return place


# A word of the text, the dialects, and the words with which the clause begins.
CLAUSES: tuple[tuple[str, type[Dialect], tuple[str, ...], Rule], ...] = (
    ("overriding", Dialect, ("overriding",), _overriding),
    ("evolution", Dialect, ("with",), _schema_evolution),
    ("normalize", Teradata, ("normalize",), _normalize),
    ("errors", Dialect, ("log",), _log_errors),
    ("watermark", Dialect, ("watermark",), _watermark),
    ("top", TSQL, ("top",), _top),
    ("with", Dialect, ("with",), _options),
    ("with", TSQL, ("with",), _hints),
    ("_priority", MySQL, PRIORITIES, _priority),
    ("delayed", MySQL, PRIORITIES, _priority),
    ("quick", MySQL, PRIORITIES, _priority),
    ("ignore", MySQL, PRIORITIES, _priority),
    ("update", SQLite, ("or",), _on_duplicates),
    ("lock", Teradata, ("locking", "lock"), _locking),
    ("function", Oracle, ("with", *ROUTINES), _functions_of_a_query),
    ("procedure", Oracle, ("with", *ROUTINES), _functions_of_a_query),
)
