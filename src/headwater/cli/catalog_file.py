"""`headwater ingest catalog.yaml`: assets and declared lineage that a team keeps under version control."""

import json
import math
import re
import zlib
from codecs import BOM_UTF8
from typing import Any

import msgspec
import yaml

from headwater.answers.assets import Imported
from headwater.cli.event_files import head, opened
from headwater.client import Headwater
from headwater.client.request import Request
from headwater.errors import BadInputError

SUFFIXES = (".yaml", ".yml")

# A log line about assets goes on in words.
TOP = re.compile(rb"""["']?(assets|lineage)["']?[ \t]*:[ \t]*(#|\r|\n|\[|\{|$)""")
SKIPPED = (b"#", b"---", b"%YAML")


def is_catalog(path: str) -> bool:
    """By its name, or by its beginning: a pipe has no name, and a catalog may be JSON."""
    return path.lower().endswith(SUFFIXES) or _begins_one(head(path))


def _begins_one(text: bytes) -> bool:
    """After comments, a catalog begins with one of its two parts."""
    rest = text.removeprefix(BOM_UTF8).lstrip()
    while rest.startswith(SKIPPED):
        rest = rest.partition(b"\n")[2].lstrip()
    return TOP.match(rest.removeprefix(b"{").lstrip()) is not None


def send_catalog(server: Headwater, path: str) -> Imported:
    """A catalog is taken as a whole or not at all."""
    # As it is: what the server does not know, it names.
    body = msgspec.json.encode(read_catalog(path))
    return server.send(Request("POST", "/api/v1/assets/import", Imported, body=body, reads=False))


def read_catalog(path: str) -> dict[str, Any]:
    try:
        with opened(path) as file:
            text = file.read().decode("utf-8-sig")
    except (OSError, EOFError, zlib.error, UnicodeError) as error:
        raise BadInputError(path, f"can't be read: {error}") from error
    document = _parsed(text, path)
    if not isinstance(document, dict) or not document.keys() & {"assets", "lineage"}:
        raise BadInputError(path, "a catalog has `assets`, `lineage` or both at its top")
    try:
        _check(document, path, "")
    except RecursionError as error:
        raise BadInputError(path, "is nested too deeply, or holds itself") from error
    return {name: part for name, part in document.items() if part is not None}


def _parsed(text: str, path: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass  # Most catalogs are YAML, whose reader gives the better reason.
    try:
        return yaml.safe_load(text)
    # What stands behind a tag such as !!timestamp or looks like a date is converted without a check.
    except (yaml.YAMLError, ValueError, LookupError, AttributeError, TypeError, RecursionError) as error:
        raise BadInputError(path, f"is not YAML: {error}") from error


def _check(value: Any, path: str, field: str) -> None:
    """YAML has values that JSON lacks: the first of them is named."""
    match value:
        case dict():
            for key, part in value.items():
                _check_text(key, path, field or "the top")
                _check(part, path, f"{field}.{key}".removeprefix("."))
        case list():
            for place, part in enumerate(value):
                _check(part, path, f"{field}.{place}")
        case None | bool() | int():
            pass
        case float():
            if not math.isfinite(value):
                raise BadInputError(f"{path}: {field}", f"`{value}` is not a number that can be sent")
        case _:
            _check_text(value, path, field)


def _check_text(value: Any, path: str, field: str) -> None:
    if not isinstance(value, str):
        kind = type(value).__name__
        raise BadInputError(f"{path}: {field}", f"`{value}` is read as {kind}, not as text: put it in quotes")
    try:
        value.encode()
    except UnicodeError as error:
        raise BadInputError(f"{path}: {field}", "has a character that is half of a pair") from error
