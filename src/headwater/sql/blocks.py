"""Procedural code around statements: blocks, procedures and loops give way to the statements inside.

`create procedure p as begin if x > 1 begin insert … end end` is read as `insert …`. What is passed over only
decides whether statements run, which no lineage shows; a query in it is a problem in words.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sqlglot.dialects.dialect import Dialect
from sqlglot.dialects.tsql import TSQL
from sqlglot.errors import SqlglotError
from sqlglot.tokenizer_core import Token, TokenType

from headwater.sql.loop_records import loop_over_query, looped_cursors
from headwater.sql.routine_heads import HEADS, MOST_DECLARATIONS
from headwater.sql.token_words import STATEMENTS, Rule, semicolon, until, word_at, words_at

MARK = re.compile(
    r"\bbegin\b|\bproc(edure)?\b|\bexecute\s+immediate\b|\bdo\s+\$|\bend\s+(if|while|loop|for|repeat)\b|"
    r"\bexec(ute)?\s{0,20}\(|\bsp_executesql\b|\b(create|alter)\b.{0,40}\b(task|event|trigger|package)\b",
    re.IGNORECASE,
)
TEXTS = {TokenType.STRING, TokenType.HEREDOC_STRING, TokenType.RAW_STRING, TokenType.NATIONAL_STRING}
TRANSACTIONS = {"tran", "transaction", "work", "isolation", "read", "deferred", "immediate", "exclusive", ";"}
BORDERS = {"begin": TokenType.BEGIN, "end": TokenType.END, "exception": TokenType.VAR}
KINDS_OF_BLOCK = {"try", "catch", "atomic"}
AFTER_END = {"if", "while", "loop", "for", "repeat", "case", "try", "catch"}
# These words begin a statement of T-SQL wherever they stand, except after some others.
TSQL_STARTS = {
    "insert", "update", "delete", "merge", "truncate", "declare", "commit", "rollback", "print", "raiserror",
    "throw", "return", "if", "while", "begin",
}  # fmt: skip
TSQL_NO_STARTS = {
    "then", "for", "on", "as", "after", "of", ",", "or", ".", "(", "table", "view", "procedure", "left",
    "inner", "option", "instead", "database", "schema", "index", "function", "type", "begin", "else", "try",
    "catch", ";",
}  # fmt: skip
# After statements that begin so, these words begin another one.
TSQL_SHORT = {
    "set", "declare", "print", "use", "drop", "truncate", "go", "select", "insert", "update set", "delete",
}  # fmt: skip
TSQL_AFTER_SHORT = {"select", "set", "drop", "create", "alter", "use", "exec", "execute"}
TSQL_NO_STARTS_THERE = {
    "(", "=", ",", ".", "as", "for", "union", "all", "except", "intersect", ";", "begin", "else", "then",
    "try", "catch", "or", "set",
}  # fmt: skip
TSQL_RUN_ON = re.compile(r"\b(set|declare|print|use|drop|truncate)\b.*\bselect\b", re.IGNORECASE | re.DOTALL)
# Code in a string may hold code in a string; each level is split into tokens again.
MOST_TEXTS_IN_TEXTS = 3


class Unwrapped(NamedTuple):
    tokens: list[Token]
    problems: list[str]
    procedural: bool
    """Whether there was a block, in which `select … into` fills variables in most dialects."""


def without_blocks(tokens: list[Token], text: str, dialect: Dialect) -> Unwrapped:
    """The statements alone, with semicolons between them; the same tokens where nothing is procedural."""
    if MARK.search(text) is None:
        run_on = isinstance(dialect, TSQL) and TSQL_RUN_ON.search(text)
        return Unwrapped(list(with_semicolons(tokens)) if run_on else tokens, [], False)
    tokens = list(_with_bodies(tokens, dialect, MOST_TEXTS_IN_TEXTS))
    if isinstance(dialect, TSQL):
        tokens = list(with_semicolons(tokens))
    return _unwrapped(tokens)


def _unwrapped(tokens: list[Token]) -> Unwrapped:
    found: list[Token] = []
    problems: list[str] = []
    place = cases = 0
    starts, procedural = True, False
    cursors = looped_cursors(tokens)
    looped = {id(token) for query in cursors.values() for token in query}
    while place < len(tokens):
        token = tokens[place]
        loop = loop_over_query(tokens, place, cursors) if starts else None
        if loop is not None:
            found.extend(loop.statement)
            procedural = starts = True
            place = loop.end
            continue
        end = _end_of_scaffolding(tokens, place, starts=starts, inside_case=cases > 0)
        if end > place:
            problems.extend(_passed_over([one for one in tokens[place:end] if id(one) not in looped]))
            # What stands before and after must not run together into one statement.
            found.append(semicolon(token))
            procedural = starts = True
            place = end
            continue
        # `end` closes a case as well as a block, and only the count of open cases tells which.
        cases = max(cases + _case_step(token), 0)
        starts = token.token_type is TokenType.SEMICOLON
        cases = 0 if starts else cases
        found.append(token)
        place += 1
    return Unwrapped(found if procedural else tokens, problems, procedural)


def _case_step(token: Token) -> int:
    if token.token_type is TokenType.CASE:
        return 1
    return -1 if token.token_type is TokenType.END else 0


def _end_of_scaffolding(tokens: Sequence[Token], place: int, *, starts: bool, inside_case: bool) -> int:
    if word_at(tokens, place) == "end" and not inside_case:
        return _end_of_block(tokens, place)
    rule = RULES.get(word_at(tokens, place)) if starts else None
    if rule is not None:
        return rule(tokens, place)
    return _assignment(tokens, place) if starts else place


def _passed_over(tokens: Sequence[Token]) -> Iterator[str]:
    if any(token.token_type is TokenType.SELECT for token in tokens):
        first = tokens[0]
        yield f"line {first.line}: a query in {first.text.upper()}"


def _begin(tokens: Sequence[Token], place: int) -> int:
    after = word_at(tokens, place + 1)
    if after in TRANSACTIONS:
        return place
    if after == "not" and word_at(tokens, place + 2) == "atomic":
        return place + 3
    return place + (2 if after in KINDS_OF_BLOCK else 1)


def _end_of_block(tokens: Sequence[Token], place: int) -> int:
    """`end`, `end if`, `end load_orders`."""
    after = word_at(tokens, place + 1)
    labelled = word_at(tokens, place + 2) == ";" and after not in STATEMENTS | {";", "else", "end"}
    return place + (2 if after in AFTER_END or labelled else 1)


def _condition(tokens: Sequence[Token], place: int) -> int:
    """`if … then`, and T-SQL's `if …` before a statement or block."""
    end = until(tokens, place + 1, STATEMENTS | {"then", "do", "loop", ";"})
    return end + 1 if word_at(tokens, end) in ("then", "do", "loop") else end


def _declarations(tokens: Sequence[Token], place: int) -> int:
    """The section between `declare` and `begin`; a single `declare` is a statement like others."""
    if word_at(tokens, place + 1) == "@":
        return place
    others = {"begin", "insert", "update", "delete", "merge", "with", "create", "set"}
    end = until(tokens, place + 1, others, MOST_DECLARATIONS)
    if word_at(tokens, end) == "begin" and word_at(tokens, end - 1) == ";":
        return end
    return _statement(tokens, place)


def _statement(tokens: Sequence[Token], place: int) -> int:
    return until(tokens, place, {";"})


def _one_word(tokens: Sequence[Token], place: int) -> int:
    return place + 1


def _handler(tokens: Sequence[Token], place: int) -> int:
    end = until(tokens, place, {"then", ";"})
    return end + 1 if word_at(tokens, end) == "then" else place


def _assignment(tokens: Sequence[Token], place: int) -> int:
    """`total := total + 1`."""
    named = tokens[place].token_type is not TokenType.SEMICOLON
    assigns = named and any(
        here < len(tokens) and tokens[here].token_type is TokenType.COLON_EQ
        for here in (place + 1, place + 2)
    )
    return _statement(tokens, place) if assigns else place


# By the first word of a statement: where what is passed over ends.
RULES: dict[str, Rule] = {
    "begin": _begin,
    "declare": _declarations,
    **HEADS,
    "exception": _one_word,
    "when": _handler,
    **dict.fromkeys(("if", "elsif", "elseif", "while", "for"), _condition),
    **dict.fromkeys(("else", "loop", "repeat", "break"), _one_word),
    **dict.fromkeys(
        (
            "open",
            "close",
            "fetch",
            "raise",
            "throw",
            "leave",
            "iterate",
            "exit",
            "continue",
            "null",
            "return",
            "until",
        ),
        _statement,
    ),
}


def _with_bodies(tokens: Sequence[Token], dialect: Dialect, deep: int) -> Iterator[Token]:
    """With the words of code that comes as one string: `do $$ … $$`, `as $$ begin … $$`."""
    place = 0
    while place < len(tokens):
        code = _code(tokens, place, dialect) if deep else None
        if code is None:
            yield tokens[place]
            place += 1
            continue
        if word_at(tokens, place) in ("as", "is"):
            yield tokens[place]  # it ends the head of a procedure
        yield from _with_bodies(code, dialect, deep - 1)
        place = _end_of_code(tokens, place)


def _end_of_code(tokens: Sequence[Token], place: int) -> int:
    if word_at(tokens, place) in ("exec", "execute") and word_at(tokens, place + 1) == "(":
        return place + 4
    # The string is the rest of its statement: what may follow, as `language plpgsql`, does not matter.
    return _statement(tokens, place + 2)


def _code(tokens: Sequence[Token], place: int, dialect: Dialect) -> list[Token] | None:
    """The words in the string after this token, if they are to be run."""
    called = _called(tokens, place)
    if called is not None:
        return _tokens(called, dialect)
    if place + 1 >= len(tokens) or tokens[place + 1].token_type not in TEXTS:
        return None
    word, text = word_at(tokens, place), tokens[place + 1].text.strip()
    if word in ("as", "is"):
        return _tokens(text, dialect) if text[:7].lower().startswith(("begin", "declare")) else None
    if word in BORDERS and text.lower() not in TRANSACTIONS:
        # Some dialects' tokenizers take all that follows as one string.
        border = tokens[place]
        border = Token(BORDERS[word], word, border.line, border.col, border.start, border.end)
        return [border, *(_tokens(text, dialect) or ())]
    if word in ("do", "execute", "exec"):
        inner = _tokens(text[9:] if text[:9].lower() == "immediate" else text, dialect)
        return _tokens(inner[0].text, dialect) if inner and inner[0].token_type in TEXTS else None
    return None


def _called(tokens: Sequence[Token], place: int) -> str | None:
    """The text in T-SQL's `exec ('…')` and `exec sp_executesql N'…'`; one put together is a problem."""
    words = words_at(tokens, place, 4)
    here = place + 2
    if words[0] not in ("exec", "execute") or here >= len(tokens) or tokens[here].token_type not in TEXTS:
        return None
    alone = words[1] == "(" and words[3] == ")"
    return tokens[here].text if alone or words[1] == "sp_executesql" else None


def _tokens(text: str, dialect: Dialect) -> list[Token] | None:
    try:
        return list(dialect.tokenize(text))
    except SqlglotError:
        return None


def with_semicolons(tokens: Sequence[Token]) -> Iterator[Token]:
    """T-SQL needs none between statements; `with … insert` is one, `then insert` belongs to a merge."""
    depth, cases, after_ctes, first = 0, 0, False, ""
    for place, token in enumerate(tokens):
        word, before = token.text.lower(), word_at(tokens, place - 1)
        depth = max(depth + (word == "(") - (word == ")"), 0)
        cases = max(cases + _case_step(token), 0)
        # `as` ends the head of a procedure that has no `begin`.
        if before in (";", "begin", "else") or (before == "as" and word in STATEMENTS):
            first = word
        if word == "with" and before in (";", "begin", "else"):
            after_ctes = True
        elif depth == 0 and _starts_statement(word, before, first):
            if not after_ctes:
                yield semicolon(token)
            after_ctes, first = False, word
        elif word == "else" and depth == cases == 0 and before != ";":
            yield semicolon(token)  # `if … insert … else insert …`
        elif (first, word) == ("update", "set"):
            first = "update set"  # before it nothing can follow, and the text is refused as a whole
        yield token


def _starts_statement(word: str, before: str, first: str) -> bool:
    if word in TSQL_AFTER_SHORT:
        # The query of an insert is its own, and so is the procedure that gives its rows.
        own = first == "insert" and word in ("select", "exec", "execute")
        return first in TSQL_SHORT and not own and before not in TSQL_NO_STARTS_THERE
    # `set nocount on insert …`; elsewhere `on delete` is a rule of a key.
    no_starts = TSQL_NO_STARTS - {"on"} if first == "set" else TSQL_NO_STARTS
    return word in TSQL_STARTS and before not in no_starts
