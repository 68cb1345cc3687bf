"""What is a name, and one spelling for one place: variants of dataset namespaces are written one way."""

from functools import lru_cache
from typing import Any

SCHEMES = {"s3a": "s3", "s3n": "s3", "postgresql": "postgres", "wasb": "wasbs"}


@lru_cache(maxsize=65536)
def normal_namespace(namespace: str) -> str:
    """The namespace as OpenLineage's naming rules would have it.

    >>> normal_namespace("s3a://lake/")
    's3://lake'
    """
    scheme, separator, rest = namespace.strip().partition("://")
    if not separator:
        return namespace.strip()
    known = SCHEMES.get(scheme.lower(), scheme)
    return f"{known}://{rest.removesuffix('/').removesuffix(':None')}"


def name_problem(value: Any) -> str | None:
    """Why a value can't be the name of anything; None if it can.

    >>> name_problem(" "), name_problem("orders")
    ('must not be empty', None)
    """
    if value is None:
        return "required"
    if not isinstance(value, str):
        return f"must be a string, not {json_type(value)}"
    if not value.strip():
        return "must not be empty"
    # PostgreSQL's text holds every character but this one.
    return "must not contain a NUL character" if "\x00" in value else None


def json_type(value: Any) -> str:
    names = {dict: "an object", list: "an array", str: "a string", bool: "a boolean", type(None): "null"}
    return names.get(type(value), "a number")
