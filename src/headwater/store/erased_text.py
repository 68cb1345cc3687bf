"""A text that is to be erased, and every form in which it can stand: as regular expressions for Python and
PostgreSQL alike.

JSON and addresses spell a character in their own ways, also several times over where one stands inside the
other. Headers and keys hold whole texts as base64 or hexadecimal. Case never matters.
"""

import base64
import re
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

import msgspec

from headwater.errors import BadInputError

ERASED = "[erased]"
# Shorter texts are parts of other words, and of JSON itself.
LEAST_LETTERS = 4
# Fewer letters of base64 or digits of a byte's number stand in other things by chance, as case never matters.
LEAST_ENCODED = 10
# A name begins after what is no part of one: an escape of an address or of JSON ends with a letter or digit.
BEGINS = r"(?:(?<![A-Za-z0-9_])|(?<=%[0-9A-Fa-f][0-9A-Fa-f])|(?<=\\[nrtbf]))"
ENDS = r"(?![A-Za-z0-9_])"


@dataclass(frozen=True)
class ErasedText:
    """What tells who somebody is: cut wherever it stands, also inside of a longer word."""

    text: str

    def __post_init__(self) -> None:
        if len(self.text.strip()) < LEAST_LETTERS:
            raise BadInputError("text", f"has to have {LEAST_LETTERS} characters at least")

    @cached_property
    def pattern(self) -> str:
        return self._pattern(_character)

    @cached_property
    def bytes_pattern(self) -> str:
        """For bytes as PostgreSQL's `encode(…, 'escape')` shows them."""
        return self._pattern(_character_in_bytes)

    def cut(self, text: str) -> str:
        return self._compiled.sub(ERASED, text)

    def found_in(self, text: str) -> bool:
        return self._compiled.search(text) is not None

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.pattern, re.IGNORECASE)

    def _pattern(self, spelled: Callable[[str], str]) -> str:
        forms = sorted("".join(map(spelled, one)) for one in self._composed)
        return "|".join((*forms, *self._encoded))

    @property
    def _composed(self) -> set[str]:
        # An accent may be a character of its own.
        return {unicodedata.normalize(form, self.text) for form in ("NFC", "NFD")}

    @property
    def _encoded(self) -> list[str]:
        cases = set(chain.from_iterable((one, one.lower(), one.upper()) for one in self._composed))
        forms = {form for one in cases for form in (one.encode().hex(), *_base64_forms(one.encode()))}
        return sorted(
            "".join(map(_character_in_base64, form)) for form in forms if len(form) >= LEAST_ENCODED
        )


@dataclass(frozen=True)
class ErasedDataset(ErasedText):
    """A dataset by its name: it goes from the events that name it, with its schema and all other facets.

    Only the whole name counts: `shop.orders` is no part of `shop.orders_report`.
    """

    def cut(self, text: str) -> str:
        if text.startswith("{") and self.found_in(text):
            # A text that only looks like JSON is cut as any other.
            with suppress(msgspec.DecodeError):
                text = msgspec.json.encode(self._without(msgspec.json.decode(text))).decode()
        return super().cut(text)

    def _pattern(self, spelled: Callable[[str], str]) -> str:
        return f"{BEGINS}(?:{super()._pattern(spelled)}){ENDS}"

    @property
    def _encoded(self) -> list[str]:
        # Where a name begins and ends can't be seen in these.
        return []

    def _without(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._without(one) for one in value if not self._is_it(one)]
        if isinstance(value, dict):
            if self._is_it(value):
                return {"namespace": value.get("namespace"), "name": ERASED}
            return {name: self._without(one) for name, one in value.items()}
        return value

    def _is_it(self, value: Any) -> bool:
        return isinstance(value, dict) and "namespace" in value and value.get("name") == self.text


def _base64_forms(text: bytes) -> list[str]:
    """What of base64 is the same whatever stands before and after: three forms, by where it begins in threes.

    >>> _base64_forms(b"ann.doe")
    ['YW5uLmRvZ', 'Fubi5kb2', 'hbm4uZG9l']
    """
    forms = []
    for before in range(3):
        encoded = base64.b64encode(b"-" * before + text).decode()
        forms.append(encoded[-(-before * 8 // 6) : (before + len(text)) * 8 // 6])
    return forms


def _character_in_base64(character: str) -> str:
    for_addresses = {"+": "-", "/": "_"}.get(character)
    return f"(?:{_character(character)}|{for_addresses})" if for_addresses else _character(character)


def _cases(character: str) -> list[str]:
    # The collation of a database may know no other letters than those of ASCII.
    both = (character, character.lower(), character.upper())
    return sorted({one for one in both if len(one) == 1})


def _character(character: str) -> str:
    r"""
    >>> _character("a"), _character("@")
    ('a', '(?:@|\\\\+u0040|%(?:25)*40)')
    """
    if character.isascii() and character.isalnum():
        return character
    forms: list[str] = []
    for one in _cases(character):
        units = one.encode("utf-16-be")
        pairs = (units[place : place + 2].hex() for place in range(0, len(units), 2))
        escaped = "".join(rf"\\+u{pair}" for pair in pairs)
        encoded = "".join(f"%(?:25)*{byte:02x}" for byte in one.encode())
        forms += [_plain(one), escaped, encoded]
    return f"(?:{'|'.join(forms)})"


def _plain(character: str) -> str:
    # JSON puts a backslash before these, and one more before each for every JSON that it stands in.
    return {'"': r"\\*\"", "\\": r"\\+", "/": r"\\*/", " ": r"[ +]"}.get(character, re.escape(character))


def _character_in_bytes(character: str) -> str:
    if character.isascii():
        return _character(character)
    octal = ("".join(rf"\\{byte:03o}" for byte in one.encode()) for one in _cases(character))
    return f"(?:{'|'.join([_character(character), *octal])})"
