"""The rules, read from a file: ours, or a team's own of the same shape."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec
import yaml

from headwater.errors import BadInputError

Phrase = str
"""Words without spaces between them: so `first name` is found in `firstname` as well."""

# A camel's hump, digits, and whatever is no letter end a word.
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
MAX_BYTES = 1_000_000
LONGEST_PHRASE = 6
KINDS = ("text", "number", "date")


class PersonalDataRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    confidence: float
    """That a column for which it holds is personal, from 0 to 1."""
    phrases: list[str]
    types: tuple[str, ...] = KINDS
    only_of_people: bool = False
    unless: list[str] = []
    """Words that speak against it, beside those of `not_personal`."""
    keeps: list[str] = []
    """Words of `not_personal` that do not speak against this one."""
    descriptions: list[str] = []

    def __post_init__(self) -> None:
        if not 0 < self.confidence <= 1:
            raise ValueError(f"`{self.name}`: confidence must be above 0 and at most 1")
        if unknown := set(self.types) - set(KINDS):
            raise ValueError(f"`{self.name}`: types are {', '.join(KINDS)}, not {', '.join(sorted(unknown))}")


class PersonalDataRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    people: list[str]
    not_personal: list[str]
    rules: list[PersonalDataRule]


def words(name: str) -> list[str]:
    """
    >>> words("CustomerE-Mail_2"), words("prénomÉlève")
    (['customer', 'e', 'mail', '2'], ['prenom', 'eleve'])
    """
    plain = unicodedata.normalize("NFKD", name.replace("ß", "ss"))
    letters = "".join(one for one in plain if not unicodedata.combining(one))
    return [word.lower() for word in WORD.findall(letters)]


def phrases_in(found: list[str]) -> set[Phrase]:
    """Every run of words, joined."""
    return {
        "".join(found[start:end])
        for start in range(len(found))
        for end in range(start + 1, min(start + LONGEST_PHRASE, len(found)) + 1)
    }


def joined(phrases: Iterable[str]) -> Iterator[Phrase]:
    return ("".join(words(phrase)) for phrase in phrases)


def read_rules(path: Path | None) -> PersonalDataRules:
    """Of this file; without one, our own."""
    return _ours() if path is None else _decode(_text(path), str(path))


@cache
def _ours() -> PersonalDataRules:
    return _decode(files("headwater.personal_data").joinpath("rules.yaml").read_text("utf-8"), "rules.yaml")


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise BadInputError("personal_data_rules", f"{path} is larger than {MAX_BYTES:,} bytes")
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeError) as error:
        raise BadInputError("personal_data_rules", f"{path} can't be read: {error}") from error


def _decode(text: str, place: str) -> PersonalDataRules:
    try:
        return msgspec.convert(yaml.safe_load(text), PersonalDataRules)
    except yaml.YAMLError as error:
        raise BadInputError("personal_data_rules", f"{place}: {str(error).splitlines()[0]}") from error
    except (msgspec.ValidationError, ValueError) as error:
        raise BadInputError("personal_data_rules", f"{place}: {error}") from error
