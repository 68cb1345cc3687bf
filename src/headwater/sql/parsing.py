"""From text to statements: what can be parsed is, the rest is a problem in words."""

import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import ClassVar, NamedTuple

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect
from sqlglot.dialects.tsql import TSQL
from sqlglot.errors import ErrorLevel, ParseError, SqlglotError
from sqlglot.tokenizer_core import Token, TokenType
from sqlglot.tokens import Tokenizer

from headwater.sql.blocks import with_semicolons, without_blocks
from headwater.sql.limits import MOST_CHARACTERS, Budget, TooLateError, TooMuchError, check_tokens
from headwater.sql.token_changes import changed_tokens
from headwater.sql.unparsed_create import recovered

REPLACE_INTO = re.compile(r"((?:^|;)\s*)replace(\s+into\s)", re.IGNORECASE)
# A tree takes some hundred times the room of its text, and the garbage collector walks all that are kept.
REMEMBERED = 8
REMEMBERED_CHARACTERS = 10_000
TEMPLATING = {TokenType.BLOCK_START, TokenType.BLOCK_END}


class BackslashTokenizer(Tokenizer):
    STRING_ESCAPES: ClassVar = ["'", "\\"]


class Backslashes(Dialect):
    """The generic dialect, with escapes as MySQL, BigQuery, Spark and Snowflake have them."""

    Tokenizer = BackslashTokenizer


class Statements(NamedTuple):
    trees: tuple[exp.Expr, ...]
    problems: tuple[str, ...]
    procedural: bool = False
    """Whether they stood in a block, as of a procedure."""


def read(text: str, dialect: Dialect, budget: Budget, *, positions: bool = False) -> Statements:
    """Parsed once, as the same text often comes again with other schemas; nothing may change a tree.

    With `positions` names keep their place in the text, and the trees are the caller's own.
    """
    if len(text) > MOST_CHARACTERS:
        raise TooMuchError(f"too long: {len(text):,} characters")
    # Long texts come seldom twice, and their trees are large.
    reader = _remembered if len(text) <= REMEMBERED_CHARACTERS and not positions else _read
    found = reader(text, dialect, positions)
    budget.check()
    return found


def _read(text: str, dialect: Dialect, positions: bool) -> Statements:
    # MySQL's and SQLite's `replace into`, which sqlglot does not parse, writes what an insert writes.
    text = REPLACE_INTO.sub(r"\1insert \2", text)
    tokens, problems = _tokens(text, dialect)
    check_tokens(tokens, text)
    found = _parsed_tokens(tokens, text, dialect, problems)
    # `'it\\'s' … 'x\\'y'` has an even number of quotes, and still means escapes.
    if type(dialect) is Dialect and "\\'" in text and not _is_understood(found):
        tokens, problems = _with_backslashes(text, dialect)
        other = _parsed_tokens(tokens, text, dialect, problems)
        found = other if _is_understood(other) else found
    if not positions:
        for tree in found.trees:
            _forget_positions(tree)
    return found


def _is_understood(found: Statements) -> bool:
    return not found.problems and not any(isinstance(tree, exp.Command) for tree in found.trees)


def _parsed_tokens(tokens: list[Token], text: str, dialect: Dialect, problems: list[str]) -> Statements:
    unwrapped = without_blocks(changed_tokens(tokens, text, dialect), text, dialect)
    with _quiet():
        found = _parsed(unwrapped.tokens, text, dialect, [*problems, *unwrapped.problems])
    return found._replace(procedural=unwrapped.procedural)


_remembered = lru_cache(maxsize=REMEMBERED)(_read)


def _tokens(text: str, dialect: Dialect) -> tuple[list[Token], list[str]]:
    """All words; where a quote never ends, those of the statements before it."""
    try:
        return list(dialect.tokenize(text)), []
    except SqlglotError:
        if type(dialect) is Dialect:
            return _with_backslashes(text, dialect)
        return _sound_start(text, dialect)


def _with_backslashes(text: str, dialect: Dialect) -> tuple[list[Token], list[str]]:
    """Where the dialect is not known, `\\'` may be an escaped quote."""
    try:
        return list(Backslashes().tokenize(text)), []
    except SqlglotError:
        return _sound_start(text, dialect)


def _sound_start(text: str, dialect: Dialect) -> tuple[list[Token], list[str]]:
    """What follows an open quote cannot be trusted, even if it looks like a statement."""
    # Statement by statement, as long as the quotes are in order.
    end = 0
    tokens: list[Token] = []
    while (next_end := text.find(";", end)) >= 0:
        try:
            tokens.extend(dialect.tokenize(text[end : next_end + 1]))
        except SqlglotError:
            break
        end = next_end + 1
    line = text.count("\n", 0, end + len(text[end:]) - len(text[end:].lstrip())) + 1
    return tokens, [f"line {line}: the words could not be told apart from here on"]


def _parsed(tokens: list[Token], text: str, dialect: Dialect, problems: list[str]) -> Statements:
    """In one go, as blocks span statements; one by one only after a failure."""
    if "{" not in text or not any(_is_template(tokens, place) for place in range(len(tokens))):
        try:
            return Statements(tuple(_parse(tokens, text, dialect)), tuple(problems))
        except TooLateError:
            raise
        except Exception as error:
            # Told below, for the statement that it comes from.
            if isinstance(dialect, TSQL):
                tokens = list(with_semicolons(tokens))
            if sum(1 for _ in _chunks(tokens)) < 2:
                return Statements((), (*problems, _in_words(error, tokens)))
    return _parsed_one_by_one(tokens, text, dialect, problems)


def _parsed_one_by_one(tokens: list[Token], text: str, dialect: Dialect, problems: list[str]) -> Statements:
    trees: list[exp.Expr] = []
    for chunk in _chunks(tokens):
        try:
            _refuse_templates(chunk)
            trees.extend(_parse(chunk, text, dialect))
        except TooLateError:
            raise
        except Exception as error:
            problems.append(_in_words(error, chunk))
    return Statements(tuple(trees), tuple(problems))


def _parse(tokens: list[Token], text: str, dialect: Dialect) -> list[exp.Expr]:
    parser = dialect.parser(error_level=ErrorLevel.IMMEDIATE)
    return [recovered(tree, dialect) for tree in parser.parse(tokens, text) if tree is not None]


def _forget_positions(tree: exp.Expr) -> None:
    """Nobody asks where a name stood, and copying that for each description costs a fifth of an analysis."""
    for node in tree.find_all(exp.Identifier):
        node._meta = None


def _chunks(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    chunk: list[Token] = []
    for token in tokens:
        if token.token_type is not TokenType.SEMICOLON:
            chunk.append(token)
        elif chunk:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def _is_template(tokens: Sequence[Token], place: int) -> bool:
    """Jinja's `{{` comes as two braces, which no dialect writes without a space between."""
    token = tokens[place]
    if token.token_type in TEMPLATING:
        return True
    if token.token_type is not TokenType.L_BRACE or place + 1 == len(tokens):
        return False
    after = tokens[place + 1]
    return after.token_type is TokenType.L_BRACE and after.start == token.end + 1


def _refuse_templates(chunk: Sequence[Token]) -> None:
    for place, token in enumerate(chunk):
        if _is_template(chunk, place):
            raise TooMuchError(f"line {token.line}: templating was left in the text")


def _in_words(error: Exception, chunk: Sequence[Token]) -> str:
    line = chunk[0].line
    if isinstance(error, TooMuchError):
        return str(error)
    if isinstance(error, RecursionError):
        return f"line {line}: nested too deep"
    if isinstance(error, ParseError) and error.errors:
        found = error.errors[0]
        # sqlglot names its own classes in messages, which help nobody here.
        reason = str(found.get("description") or "").partition(" but got <")[0].partition("<")[0]
        return f"line {found.get('line') or line}: {reason.strip()[:120] or 'not readable'}"
    return f"line {line}: {str(error).partition(chr(10))[0][:120]}"


@contextmanager
def _quiet() -> Iterator[None]:
    """sqlglot logs each statement it does not know; those are among our problems already."""
    logger = logging.getLogger("sqlglot")
    before = logger.disabled
    logger.disabled = True
    try:
        yield
    finally:
        logger.disabled = before
