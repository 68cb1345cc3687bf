"""What keeps one text from taking too long or nesting too deep: counted before, watched during.

Time is the thread's processor time, not the clock: a busy machine must not change what is read.
"""

import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

from sqlglot.tokenizer_core import Token, TokenType

MOST_CHARACTERS = 256 * 1024
MOST_NESTING = 100
MOST_TOKENS = 100_000
# sqlglot tries each run of joins without a condition in two ways, so its time doubles with each.
MOST_OPEN_JOINS = 10
MOST_PREFIXES = 100
# `select *` of a join of a query with itself doubles its columns.
MOST_COLUMNS = 20_000
TICK = 0.05

OPENING = {TokenType.L_PAREN, TokenType.L_BRACKET, TokenType.L_BRACE, TokenType.CASE, TokenType.BEGIN}
CLOSING = {TokenType.R_PAREN, TokenType.R_BRACKET, TokenType.R_BRACE, TokenType.END}
OPENING_WORDS = ("(", "[", "{", "case", "begin")
UNCONDITIONAL = {TokenType.CROSS, TokenType.NATURAL}
CONDITION = {TokenType.ON, TokenType.USING, TokenType.SELECT, TokenType.SEMICOLON}


class TooMuchError(Exception):
    """A limit was passed; the message is the problem in words."""


class TooLateError(TooMuchError):
    """The time is used up: nothing more may be tried."""


class Budget:
    """How much processor time is left, asked between the phases."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._until = time.thread_time() + seconds

    def check(self) -> None:
        if time.thread_time() > self._until:
            raise TooLateError(f"took longer than {self.seconds:g} s")


@contextmanager
def guard(budget: Budget) -> Iterator[None]:
    """Also stops a loop that asks for no budget, where signals can: in the main thread.

    The timer counts the process's own time and is not the one that test runners and Spark use.
    """
    usable = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if not usable or signal.getitimer(signal.ITIMER_VIRTUAL)[0]:
        yield
        return

    watching = True

    def ring(_number: int, _frame: FrameType | None) -> None:
        if watching:
            budget.check()

    before = signal.signal(signal.SIGVTALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, max(budget.seconds, TICK), TICK)
        yield
    finally:
        watching = False  # a last ring must not break off the restoring
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def check_tokens(tokens: Sequence[Token], text: str) -> None:
    """Refuses what sqlglot's recursive parser could not take; most texts are too small to look closer."""
    if len(tokens) > MOST_TOKENS:
        raise TooMuchError(f"too long: {len(tokens):,} words")
    # Counting in the text is a hundred times cheaper than looking at every token.
    small = text.lower()
    if sum(map(small.count, OPENING_WORDS)) > MOST_NESTING and _nesting(tokens) > MOST_NESTING:
        raise TooMuchError(f"nested deeper than {MOST_NESTING}")
    if small.count("join") > MOST_OPEN_JOINS and _open_joins(tokens) > MOST_OPEN_JOINS:
        raise TooMuchError(f"more than {MOST_OPEN_JOINS} joins in a row without a condition")
    if _longest_run(tokens) > MOST_PREFIXES:
        raise TooMuchError(f"one word more than {MOST_PREFIXES} times in a row")


def _nesting(tokens: Sequence[Token]) -> int:
    depth = deepest = 0
    for token in tokens:
        kind = token.token_type
        if kind in OPENING:
            depth += 1
            deepest = max(deepest, depth)
        elif kind in CLOSING:
            depth = max(depth - 1, 0)
        # A bracket that is never closed must not count for the statements behind it.
        elif kind is TokenType.SEMICOLON:
            depth = 0
    return deepest


def _open_joins(tokens: Sequence[Token]) -> int:
    run = longest = 0
    before = TokenType.SEMICOLON
    for token in tokens:
        kind = token.token_type
        if kind is TokenType.JOIN and before not in UNCONDITIONAL:
            run += 1
            longest = max(longest, run)
        elif kind in CONDITION:
            run = 0
        before = kind
    return longest


def _longest_run(tokens: Sequence[Token]) -> int:
    """`not not not …` and `- - - …` nest without brackets."""
    run = longest = 0
    before = TokenType.SEMICOLON
    for token in tokens:
        kind = token.token_type
        run = run + 1 if kind is before and kind not in CLOSING else 0
        longest = max(longest, run)
        before = kind
    return longest
