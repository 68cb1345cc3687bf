"""Heads of what holds statements: procedures, functions, packages, tasks, events and triggers.

Each rule says where the head ends that begins at a place, so that the statements behind it can be read.
"""

from collections.abc import Sequence

from sqlglot.tokenizer_core import Token

from headwater.sql.token_words import STATEMENTS, Rule, until, word_at, words_at

# How far a `begin` is looked for: without a limit, many heads without a body would cost their square.
MOST_DECLARATIONS = 400
# `or`, `replace`, `alter`, `if`, `not`, `exists` and the kind.
MOST_WORDS_BEFORE_NAME = 5


def _made(tokens: Sequence[Token], place: int) -> int:
    """`create procedure`, `alter task`, …, up to the body; of a function only if that is a block."""
    words = words_at(tokens, place + 1, MOST_WORDS_BEFORE_NAME)
    kind = next((word for word in words if word in KINDS), None)
    return KINDS[kind](tokens, place) if kind else place


def _function(tokens: Sequence[Token], place: int) -> int:
    end = until(tokens, place, {"begin", ";"}, MOST_DECLARATIONS)
    return end if word_at(tokens, end) == "begin" else place


def _procedure(tokens: Sequence[Token], place: int) -> int:
    end = until(tokens, place, {"begin", "as", "is", ";"})
    if word_at(tokens, end) not in ("as", "is"):
        return end if word_at(tokens, end) == "begin" else place
    if word_at(tokens, end + 1) in STATEMENTS:
        return end + 1
    body = until(tokens, end + 1, {"begin"}, MOST_DECLARATIONS)  # behind the declarations of PL/SQL
    return body if body < len(tokens) else end + 1


def _package(tokens: Sequence[Token], place: int) -> int:
    """Oracle's `create package body p as procedure q is begin … end; end;`."""
    if "body" not in words_at(tokens, place + 1, MOST_WORDS_BEFORE_NAME):
        return place
    end = until(tokens, place, {"as", "is", ";"})
    return end + 1 if word_at(tokens, end) in ("as", "is") else place


def _task(tokens: Sequence[Token], place: int) -> int:
    """Snowflake's `create task t … as insert …`, `alter task t modify as insert …`."""
    end = until(tokens, place, {"as", ";"})
    return end + 1 if word_at(tokens, end + 1) in STATEMENTS else place


def _event(tokens: Sequence[Token], place: int) -> int:
    """MySQL's `create event e on schedule every 1 day do insert …`."""
    end = until(tokens, place, {"do", ";"})
    return end + 1 if word_at(tokens, end + 1) in STATEMENTS else place


def _trigger(tokens: Sequence[Token], place: int) -> int:
    """T-SQL's `create trigger r on t after insert as insert …`; others name single rows `new` and `old`."""
    end = until(tokens, place, {"as", "begin", ";"})
    return end + 1 if word_at(tokens, end) == "as" and word_at(tokens, end + 1) in STATEMENTS else place


def _in_package(tokens: Sequence[Token], place: int) -> int:
    """`procedure q (a in number) is … begin`; without a body it is only announced."""
    end = until(tokens, place, {"is", "as", ";"}, MOST_DECLARATIONS)
    return until(tokens, end, {"begin"}, MOST_DECLARATIONS) if word_at(tokens, end) != ";" else end


KINDS: dict[str, Rule] = {
    "function": _function,
    "procedure": _procedure,
    "proc": _procedure,
    "package": _package,
    "task": _task,
    "event": _event,
    "trigger": _trigger,
}
# By the first word of a statement.
HEADS: dict[str, Rule] = {
    "create": _made,
    "alter": _made,
    "procedure": _in_package,
    "function": _in_package,
}
