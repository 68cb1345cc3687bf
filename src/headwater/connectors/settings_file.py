"""Connectors that run on a schedule: a YAML file, checked field by field.

connectors:
  - name: shop
    kind: dbt
    every: 15m
    target: shop/target
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import yaml

from headwater.connectors.contract import Connector
from headwater.connectors.kinds import build_connector
from headwater.connectors.variables import with_environment
from headwater.errors import BadInputError

EVERY = re.compile(r"(\d{1,6})\s*([smhd])")
UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}
LEAST = timedelta(seconds=10)
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:@-]{0,99}")


@dataclass(frozen=True, slots=True)
class ScheduledConnector:
    name: str
    every: timedelta
    connector: Connector[Any]


def read_connectors(path: Path) -> tuple[ScheduledConnector, ...]:
    """All of the file, or an error that names file and field."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeError) as error:
        raise BadInputError(str(path), f"can't be read: {error}") from error
    try:
        document = yaml.safe_load(text)
    # What stands behind a tag such as !!timestamp is converted without a check.
    except (yaml.YAMLError, ValueError, LookupError, AttributeError, TypeError, RecursionError) as error:
        raise BadInputError(str(path), f"is not YAML: {error}") from error
    if not isinstance(document, dict) or not isinstance(document.get("connectors"), list):
        raise BadInputError(f"{path}: connectors", "must be a list of connectors")
    found = tuple(
        _connector(entry, f"{path}: connectors[{place}]", path.parent)
        for place, entry in enumerate(document["connectors"])
    )
    _check_names(found, path)
    return found


def _check_names(found: tuple[ScheduledConnector, ...], path: Path) -> None:
    names = [one.name for one in found]
    for name in names:
        if names.count(name) > 1:
            raise BadInputError(f"{path}: connectors", f"`{name}` comes twice")


def _connector(entry: Any, place: str, folder: Path) -> ScheduledConnector:
    if not isinstance(entry, dict):
        raise BadInputError(place, "must be a mapping with name, kind and every")
    given = dict(entry)
    name, kind, every = (_text(given, field, place) for field in ("name", "kind", "every"))
    if not NAME.fullmatch(name):
        raise BadInputError(f"{place}.name", "must be letters, digits and `_.:@-`, at most 100")
    options = {field: _filled_in(value, f"{place}.{field}") for field, value in given.items()}
    return ScheduledConnector(name, _every(every, place), build_connector(kind, options, place, folder))


def _text(given: dict[str, Any], field: str, place: str) -> str:
    value = given.pop(field, None)
    if not isinstance(value, str) or not value.strip():
        raise BadInputError(f"{place}.{field}", "required" if value is None else "must be a text")
    return value.strip()


def _every(text: str, place: str) -> timedelta:
    """
    >>> _every("15m", "")
    datetime.timedelta(seconds=900)
    """
    match = EVERY.fullmatch(text)
    if match is None:
        raise BadInputError(f"{place}.every", f"`{text}` is not a time such as 30s, 15m, 6h or 1d")
    every = timedelta(**{UNITS[match[2]]: int(match[1])})
    if every < LEAST:
        raise BadInputError(f"{place}.every", f"must be at least {LEAST.seconds} seconds")
    return every


def _filled_in(value: Any, place: str) -> Any:
    """With what the environment says where a text has `${NAME}`, so that no secret stands in the file."""
    match value:
        case str():
            return with_environment(value, place)
        case Mapping():
            return {key: _filled_in(part, f"{place}.{key}") for key, part in value.items()}
        case list():
            return [_filled_in(part, f"{place}[{number}]") for number, part in enumerate(value)]
    return value
