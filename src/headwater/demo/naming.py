"""How ShopFlow names its datasets: one rule for each kind of system, following OpenLineage's rules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from headwater.demo.model import WAREHOUSE, Identity

EVENTS = "kafka://events.shopflow.example:9092"
LAKE = "s3://shopflow-lake"


@dataclass(frozen=True, slots=True)
class DatasetNames:
    """Everything about a dataset that follows from its system and its name."""

    key: str
    id: Identity
    kind: str
    sql_name: str
    source_uri: str
    tags: tuple[tuple[str, str], ...]


def _source_table(namespace: str) -> Callable[[str], DatasetNames]:
    """A table of an operational database; `crm.public.customers` is `crm.customers` for short."""

    def names(name: str) -> DatasetNames:
        # The name of a PostgreSQL table begins with its database.
        uri = f"{namespace}/{name.partition('.')[0]}"
        key = name.replace(".public.", ".")
        return DatasetNames(key, Identity(namespace, name), "TABLE", name, uri, (("layer", "source"),))

    return names


def _topic(name: str) -> DatasetNames:
    tags = (("layer", "source"), ("streaming", "true"))
    return DatasetNames(name, Identity(EVENTS, name), "TOPIC", f"kafka.{name}", EVENTS, tags)


def _lake_file(path: str) -> DatasetNames:
    key, sql_name = f"lake.{path.rpartition('/')[2]}", f"lake.{path.replace('/', '.')}"
    return DatasetNames(key, Identity(LAKE, path), "FILE", sql_name, LAKE, (("layer", "lake"),))


def _warehouse_table(key: str) -> DatasetNames:
    """`sales.orders` is `shopflow.sales.orders` in `ecommerce_warehouse`."""
    name, tags = f"shopflow.{key}", (("layer", "warehouse"), ("domain", key.partition(".")[0]))
    uri = "postgres://warehouse.shopflow.example:5432/shopflow"
    return DatasetNames(key, Identity(WAREHOUSE, name), "TABLE", name, uri, tags)


def _dashboard(name: str) -> DatasetNames:
    uri = f"https://looker.shopflow.example/dashboards/{name}"
    return DatasetNames(
        f"looker.{name}", Identity("looker", name), "DASHBOARD", name, uri, (("layer", "dashboard"),)
    )


SYSTEMS: Mapping[str, Callable[[str], DatasetNames]] = MappingProxyType(
    {
        "crm": _source_table("postgres://crm.shopflow.example:5432"),
        "shop": _source_table("postgres://shop.shopflow.example:5432"),
        "events": _topic,
        "lake": _lake_file,
        "warehouse": _warehouse_table,
        "looker": _dashboard,
    }
)
