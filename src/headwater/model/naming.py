"""What is a name, and one spelling for one place: variants of dataset namespaces are written one way."""

from functools import lru_cache
from typing import Any

# What dbt-ol puts behind the name of a model or snapshot, by the command that ran it.
DBT_SUFFIXES = (".build.run", ".build.snapshot", ".snapshot")
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


def dbt_job_name(name: str, node: Any) -> str:
    """The one name of what makes a dbt model: its unique id, which its facet `dbt_node` has.

    Of the two modes of dbt-ol, one calls it so, and the other by database, schema, project and model.

    >>> dbt_job_name("shop.marts.shop.daily.build.run", {"unique_id": "model.shop.daily"})
    'model.shop.daily'
    >>> dbt_job_name("shop.marts.shop.daily.test", {"unique_id": "model.shop.daily"})
    'shop.marts.shop.daily.test'
    """
    unique_id = node.get("unique_id") if isinstance(node, dict) else None
    if not isinstance(unique_id, str):
        return name
    resource, _, rest = unique_id.partition(".")
    plain = next((name.removesuffix(end) for end in DBT_SUFFIXES if name.endswith(end)), name)
    is_it = resource in ("model", "snapshot") and rest and plain.endswith(f".{rest}")
    return unique_id if is_it else name


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
