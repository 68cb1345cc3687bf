"""The names that stand in a text, dotted as they are written: found by its tokens, without parsing it."""

import re
from collections.abc import Iterator

from sqlglot import Token, TokenType, tokenize
from sqlglot.errors import SqlglotError

from headwater.sql.table_names import Parts

# More than any query of a person names; a generated text is bound by what it names first.
MOST_NAMES = 2_000
WORDS = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")


def dotted_names(text: str, dialect: str | None) -> tuple[Parts, ...]:
    """In lower case, each once. Columns and keywords are among them: only a parser can tell them from tables.

    >>> dotted_names('select o.id from "Shop"."Orders"', None)
    (('select',), ('o', 'id'), ('from',), ('shop', 'orders'))
    """
    try:
        found = _in_tokens(tokenize(text, read=dialect))
    except (SqlglotError, ValueError, RecursionError):
        found = (tuple(word.lower().split(".")) for word in WORDS.findall(text))
    names: dict[Parts, None] = {}
    for name in found:
        names[name] = None
        if len(names) >= MOST_NAMES:
            break
    return tuple(names)


def _in_tokens(tokens: list[Token]) -> Iterator[Parts]:
    parts: list[str] = []
    dotted = False
    for token in tokens:
        if token.token_type is TokenType.DOT:
            dotted = bool(parts)
        elif _is_word(token):
            if parts and not dotted:
                yield tuple(parts)
                parts = []
            # A quoted name can hold dots, as BigQuery's `project.dataset.table`.
            parts += [part for part in token.text.lower().split(".") if part]
            dotted = False
        elif parts:
            yield tuple(parts)
            parts, dotted = [], False
    if parts:
        yield tuple(parts)


def _is_word(token: Token) -> bool:
    if token.token_type in (TokenType.STRING, TokenType.NUMBER):
        return False
    # Keywords are names where a dialect allows it, as `date` or `user`; the few too many find no dataset.
    return token.text[:1].isalpha() or token.text[:1] in "_#" or token.token_type is TokenType.IDENTIFIER
