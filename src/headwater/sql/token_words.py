"""The words of a text by their place, in lower case; beyond either end there is a semicolon."""

from collections.abc import Callable, Sequence

from sqlglot.tokenizer_core import Token, TokenType

STATEMENTS = {
    "insert", "update", "delete", "merge", "truncate", "select", "with", "create", "drop", "alter", "exec",
    "execute", "call", "declare", "set", "print", "return", "raiserror", "throw", "begin", "commit",
    "rollback", "copy", "replace",
}  # fmt: skip

Rule = Callable[[Sequence[Token], int], int]
"""Where what begins at a place ends; the same place where nothing of the kind begins there."""


def word_at(tokens: Sequence[Token], place: int) -> str:
    return tokens[place].text.lower() if 0 <= place < len(tokens) else ";"


def words_at(tokens: Sequence[Token], place: int, count: int) -> list[str]:
    return [word_at(tokens, here) for here in range(place, place + count)]


def semicolon(near: Token) -> Token:
    return Token(TokenType.SEMICOLON, ";", near.line, near.col, near.start, near.end)


def changed_word(token: Token, kind: TokenType, text: str) -> Token:
    """Another word in the place of one."""
    return Token(kind, text, token.line, token.col, token.start, token.end)


def until(tokens: Sequence[Token], place: int, words: set[str], most: int | None = None) -> int:
    """Where one of the words stands outside of brackets and cases, or the end."""
    depth = 0
    for here in range(place, len(tokens) if most is None else min(len(tokens), place + most)):
        word = word_at(tokens, here)
        if depth == 0 and word in words:
            return here
        depth += (word in ("(", "case")) - (word in (")", "end"))
    return len(tokens)


def end_of_brackets(tokens: Sequence[Token], place: int) -> int:
    """Behind the bracket that closes the one at this place."""
    depth = 0
    for here in range(place, len(tokens)):
        depth += (word_at(tokens, here) == "(") - (word_at(tokens, here) == ")")
        if depth == 0:
            return here + 1
    return len(tokens)
