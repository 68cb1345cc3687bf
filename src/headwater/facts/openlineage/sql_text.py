"""The SQL that a run carries, without what changes from run to run and says nothing of lineage."""

import re
from collections.abc import Iterator

from sqlglot import Token, TokenType, tokenize
from sqlglot.errors import SqlglotError

from headwater.facts import kinds
from headwater.facts.budgets import SQL_TEXT, too_long
from headwater.facts.openlineage.facets import SqlFacet
from headwater.facts.part import EventPart, KeyScope, PendingFact, cached_by_bytes, interpret
from headwater.facts.query_text import query_fact
from headwater.model.ids import JobId
from headwater.sql.dialects import dialect_of

COMMENT = re.compile(r"--[^\n]*|/\*.*?\*/", re.DOTALL)
STRING_LIST = re.compile(r"\bin\s*\(\s*'\?'(?:\s*,\s*'\?')+\s*\)", re.IGNORECASE)
# Where a string is a name: an alias (`as 'day'`, `max(day) 'day'`) or a file (`from 'day.csv'`).
NAMING = frozenset(
    {
        TokenType.ALIAS,
        TokenType.FROM,
        TokenType.JOIN,
        TokenType.INTO,
        TokenType.TABLE,
        TokenType.VAR,
        TokenType.IDENTIFIER,
        TokenType.R_PAREN,
        TokenType.END,
    }
)
# T-SQL's `select 'day' = max(day)`.
SELECTING = frozenset({TokenType.SELECT, TokenType.COMMA, TokenType.DISTINCT})
# `exec ('insert …')`, `unload ('select …')`: the string is a query.
RUNNING = frozenset({"exec", "execute", "unload"})
QUOTES = ("'", '"')
# Here strings become columns.
PIVOTS = frozenset({TokenType.PIVOT, TokenType.UNPIVOT})
# Longer texts are kept as they are: splitting them into tokens would hold up the batch.
MAX_CHARACTERS = 200_000


@cached_by_bytes
def sql_facet(raw: bytes, namespaces: tuple[str, ...], job: JobId) -> EventPart:
    """What the `sql` facet of a job means; its datasets' namespaces tell the dialect if it does not."""
    return interpret(raw, SqlFacet, lambda facet: _sql_text(facet, namespaces, job), "job.facets.sql")


def _sql_text(facet: SqlFacet, namespaces: tuple[str, ...], job: JobId) -> EventPart:
    """The text under its own key, and that this run, or this static event, carries it."""
    if not facet.query.strip():
        return EventPart()
    if len(facet.query) > SQL_TEXT.limit:
        return EventPart(problems=(too_long(facet.query, SQL_TEXT, ".query"),))
    plain = without_literals(facet.query, dialect_of(facet.dialect, namespaces))
    stated = (facet.dialect or "").strip().lower()
    # By what is part of the text's key alone, so that one text is one query whatever its run reads.
    query = query_fact(plain, stated or None, masked=False)
    text = kinds.sql(stated, plain, query.key)
    carried = PendingFact(kinds.run_sql(text.key), KeyScope.RUN_OR_EVENT)
    return EventPart((text, query, kinds.job_text(job, query.key)), (carried,))


def without_literals(text: str, dialect: str | None) -> str:
    """The same query for another day is the same query: strings become `?`, comments go.

    A text that the dialect can't split into tokens stays as it is.

    >>> without_literals("select a from t where day = '2026-04-20' and x in ('a', 'b') -- daily", None)
    "select a from t where day = '?' and x in ('?')"
    >>> without_literals(r"select a from t where name = 'O\\'Brien'", "mysql")
    "select a from t where name = '?'"
    """
    # Whether a backslash escapes a quote depends on the dialect.
    if len(text) > MAX_CHARACTERS or (dialect is None and "\\'" in text):
        return text.strip()
    try:
        tokens = tokenize(text, read=dialect)
    except SqlglotError:
        return text.strip()
    if any(token.token_type in PIVOTS for token in tokens):
        return text.strip()
    return STRING_LIST.sub("in ('?')", "".join(_replaced(text, tokens))).strip()


def _replaced(text: str, tokens: list[Token]) -> Iterator[str]:
    """The text piece by piece: what stands between two tokens, without comments, and the token."""
    end = 0
    for place, token in enumerate(tokens):
        gap, word = text[end : token.start], text[token.start : token.end + 1]
        end = token.end + 1
        if token.token_type is not TokenType.STRING:
            yield _without_comments(gap) + word
        elif COMMENT.sub("", gap).strip():
            # What follows some commands (`replace`, `execute`, `begin`) comes as one string, without quotes.
            yield gap + word
        else:
            yield _without_comments(gap) + ("'?'" if _is_value(tokens, place, word) else word)
    yield _without_comments(text[end:])


def _is_value(tokens: list[Token], place: int, word: str) -> bool:
    """Keeping a string costs only that texts of two days have two keys; losing a name costs lineage."""
    if not word.startswith(QUOTES):
        return False
    before = tokens[place - 1].token_type if place else None
    after = tokens[place + 1].token_type if place + 1 < len(tokens) else None
    if before is TokenType.L_PAREN and place > 1 and tokens[place - 2].text.lower() in RUNNING:
        return False
    return before not in NAMING and not (before in SELECTING and after is TokenType.EQ)


def _without_comments(gap: str) -> str:
    plain = COMMENT.sub(" ", gap)
    # A comment that only this dialect knows, such as `# …`.
    return plain if plain.isspace() or not plain else "\n"
