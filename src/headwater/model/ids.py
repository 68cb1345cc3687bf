"""Who is who: names, of which one place has one spelling, ids, and the 16-byte keys they are stored under."""

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any
from uuid import UUID, uuid5

# Fixed for good: with another one, stored runs without a UUID of their own would be taken for new ones.
RUN_NAMESPACE = UUID("6b1d3c52-8f0e-5a57-9c1e-2f6f4b1f0a11")
# ASCII's unit separator. With none, ("a", "bc") and ("ab", "c") would have one key.
SEPARATOR = "\x1f"


class NodeKind(StrEnum):
    DATASET = "dataset"
    JOB = "job"
    COLUMN = "column"


@dataclass(frozen=True, slots=True, order=True)
class DatasetId:
    namespace: str
    name: str

    def __str__(self) -> str:
        return f"{self.namespace}/{self.name}"

    @property
    def key(self) -> str:
        return node_key(NodeKind.DATASET, self.namespace, self.name)


@dataclass(frozen=True, slots=True, order=True)
class JobId:
    namespace: str
    name: str

    def __str__(self) -> str:
        return f"{self.namespace}/{self.name}"

    @property
    def key(self) -> str:
        return node_key(NodeKind.JOB, self.namespace, self.name)


@dataclass(frozen=True, slots=True, order=True)
class ColumnId:
    dataset: DatasetId
    field: str

    def __str__(self) -> str:
        return f"{self.dataset}#{self.field}"

    @property
    def key(self) -> str:
        return node_key(NodeKind.COLUMN, self.dataset.namespace, self.dataset.name, self.field)


def digest(*parts: str) -> str:
    """A stable 16-byte key, in hex. MD5, because PostgreSQL computes the same; nothing here is a secret."""
    text = SEPARATOR.join(parts)
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


@lru_cache(maxsize=65536)
def node_key(kind: NodeKind, namespace: str, name: str, field: str = "") -> str:
    return digest(kind, namespace, name, field)


def run_uuid(raw: str) -> UUID:
    """The run's UUID; one that stays the same is derived when a producer sends something else.

    >>> run_uuid("manual__2026-04-20") == run_uuid("manual__2026-04-20")
    True
    """
    try:
        return UUID(raw)
    except ValueError:
        return uuid5(RUN_NAMESPACE, raw)


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
