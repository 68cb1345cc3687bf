"""JSON read one element at a time, so that what is hostile costs no more than what is taken of it.

A decoder that reads a whole array makes millions of objects of 60 MB of `[1,1,1,…]` before anyone can count.
"""

import json
import math
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from headwater.errors import BadEventError, NotJsonError, TooManyEventsError

MAX_ELEMENTS = 100_000
"""Of one batch."""
# So few bytes that even an array of digits makes no more objects than a batch may.
SMALL_BODY = 2 * MAX_ELEMENTS


class _Timed(msgspec.Struct, gc=False):
    """What every event has at the least."""

    eventTime: str  # noqa: N815 (OpenLineage's name)


def number_or_text(text: str) -> float | msgspec.Raw:
    """A number; one too large for a double as it came, so that it is neither lost nor taken for another."""
    number = float(text)
    return msgspec.Raw(text.encode()) if math.isinf(number) else number


def integer_or_text(text: str) -> int | msgspec.Raw:
    """An integer; one with more digits than Python reads as it came."""
    try:
        return int(text)
    except ValueError:
        return msgspec.Raw(text.encode())


_decoder = json.JSONDecoder(
    parse_constant=lambda _name: None, parse_float=number_or_text, parse_int=integer_or_text
)
_splitter = msgspec.json.Decoder(list[msgspec.Raw])
# Counts a large batch cheaply: all other fields are skipped, and the first element that is no event ends it.
_counter = msgspec.json.Decoder(list[_Timed])
_blank = re.compile(r"[ \t\n\r]*")
_line = re.compile(rb"[^\r\n]+")


def array_parts(body: bytes, limit: int = MAX_ELEMENTS) -> list[bytes | msgspec.Raw]:
    """The elements of a JSON array, undecoded: one bad element must not sink the others."""
    try:
        if len(body) <= SMALL_BODY or len(_counter.decode(body)) <= limit:
            return _within(list(_splitter.decode(body)), limit)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        pass
    scanner = JsonScanner(body)
    if scanner.next_character() != "[":
        scanner.value()
        raise BadEventError("", "a batch is a JSON array of events")
    parts: list[bytes | msgspec.Raw] = []
    # Half of a surrogate pair is passed on as it is, so that only the element that has it is refused.
    for _ in scanner.elements(limit):
        parts.append(scanner.text[scanner.began : scanner.at].encode("utf-8", "surrogatepass"))
    scanner.end()
    return parts


def line_parts(body: bytes, limit: int = MAX_ELEMENTS) -> list[bytes | msgspec.Raw]:
    """The lines of a text, without the empty ones."""
    parts: list[bytes | msgspec.Raw] = []
    # Found one by one: `splitlines` would make all of them before the limit could stop it.
    for count, line in enumerate(_line.finditer(body)):
        if count >= limit:
            raise TooManyEventsError(limit)
        if line.group().strip():
            parts.append(line.group())
    return parts


def _within(parts: list[bytes | msgspec.Raw], limit: int) -> list[bytes | msgspec.Raw]:
    if len(parts) > limit:
        raise TooManyEventsError(limit)
    return parts


class JsonScanner:
    """Goes through a JSON text value by value; NaN and Infinity, which producers write, are read as null."""

    def __init__(self, body: bytes) -> None:
        try:
            self.text = body.decode(json.detect_encoding(body), "surrogatepass").removeprefix("\ufeff")
        except UnicodeError as error:
            raise NotJsonError("not valid UTF-8") from error
        self.at = self.began = 0

    def next_character(self) -> str:
        """The one that is not blank; empty at the end."""
        found = _blank.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.text[self.at : self.at + 1]

    def value(self) -> Any:
        self.next_character()
        self.began = self.at
        try:
            value, self.at = _decoder.raw_decode(self.text, self.at)
        except RecursionError as error:
            raise NotJsonError("nested too deeply") from error
        except ValueError as error:
            raise NotJsonError(str(error)) from error
        return value

    def elements(self, limit: int) -> Iterator[Any]:
        """Those of the array that begins here."""
        for count, _ in enumerate(self._items("[", "]")):
            if count >= limit:
                raise TooManyEventsError(limit)
            yield self.value()

    def names(self) -> Iterator[str]:
        """Those of the object that begins here; whoever gets one reads its value before the next."""
        for _ in self._items("{", "}"):
            if self.next_character() != '"':
                raise NotJsonError(f"a name is expected at character {self.at}")
            key = str(self.value())
            self._take(":")
            self.next_character()
            yield key

    def end(self) -> None:
        if self.next_character():
            raise NotJsonError(f"more follows at character {self.at}")

    def _items(self, opening: str, closing: str) -> Iterator[None]:
        self._take(opening)
        if self.next_character() == closing:
            self.at += 1
            return
        while True:
            yield
            if self.next_character() == closing:
                self.at += 1
                return
            self._take(",")

    def _take(self, character: str) -> None:
        if self.next_character() != character:
            raise NotJsonError(f"`{character}` is expected at character {self.at}")
        self.at += 1
