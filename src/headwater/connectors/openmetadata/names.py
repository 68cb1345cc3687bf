"""Names of OpenMetadata as ours: the service is the namespace, the rest the name."""

import re
from collections.abc import Mapping
from typing import Any

from headwater.connectors.openlineage import DatasetName

# A part with a dot in it stands in quotes.
PART = re.compile(r'"((?:[^"]|"")*)"|([^.]+)')
LINK = re.compile(r"<#E::(\w+)::([^>]*?)(?:::columns::([^>:]+)(?:::[^>]*)?)?>")
# What is no dataset.
JOBS = ("pipeline", "ingestionPipeline")


def split_name(name: str) -> tuple[str, ...]:
    """
    >>> split_name('warehouse."shop.v2".sales.orders')
    ('warehouse', 'shop.v2', 'sales', 'orders')
    """
    return tuple(quoted.replace('""', '"') or plain for quoted, plain in PART.findall(name))


def full_name(name: Any) -> DatasetName | None:
    """Namespace and name; None for what is no full name."""
    parts = split_name(name) if isinstance(name, str) else ()
    return (parts[0], ".".join(parts[1:])) if len(parts) > 1 else None


def column_of(name: Any) -> tuple[DatasetName, str] | None:
    """The table and the column that a full name of a column stands for: the fifth part and what is in it."""
    parts = split_name(name) if isinstance(name, str) else ()
    return ((parts[0], ".".join(parts[1:4])), ".".join(parts[4:])) if len(parts) > 4 else None


def linked(link: Any) -> tuple[str, DatasetName, str | None] | None:
    """The kind, name and column that a link such as `<#E::table::a.b.c.d::columns::e>` leads to."""
    match = LINK.fullmatch(link.strip()) if isinstance(link, str) else None
    name = full_name(match[2]) if match else None
    return (match[1], name, match[3]) if match and name else None


def reference(entity: Mapping[str, Any]) -> dict[str, str] | None:
    """An end of an edge."""
    name = full_name(entity.get("fullyQualifiedName"))
    if name is None:
        return None
    kind = "job" if entity.get("type") in JOBS else "dataset"
    return {"namespace": name[0], "name": name[1], "kind": kind}
