"""How ShopFlow names its datasets: one maker for each kind of system, following OpenLineage's rules."""

from datetime import datetime

from headwater.demo.shop.model import WAREHOUSE, Dataset, Identity
from headwater.demo.shop.notation import columns

CRM = "postgres://crm.shopflow.example:5432"
SHOP = "postgres://shop.shopflow.example:5432"
EVENTS = "kafka://events.shopflow.example:9092"
LAKE = "s3://shopflow-lake"
LOOKER = "looker"


def source_table(
    namespace: str, name: str, owner: str, tier: int, rows: int, about: str, text: str
) -> Dataset:
    """A table of an operational database; `crm.public.customers` is `crm.customers` for short."""
    return Dataset(
        key=name.replace(".public.", "."),
        id=Identity(namespace, name),
        kind="TABLE",
        owner=owner,
        tier=tier,
        description=about,
        columns=columns(text),
        rows=rows,
        sql_name=name,
        source_uri=f"{namespace}/{name.partition('.')[0]}",
        tags=(("layer", "source"),),
    )


def topic(name: str, owner: str, tier: int, rows: int, about: str, text: str) -> Dataset:
    return Dataset(
        key=name,
        id=Identity(EVENTS, name),
        kind="TOPIC",
        owner=owner,
        tier=tier,
        description=about,
        columns=columns(text),
        rows=rows,
        sql_name=f"kafka.{name}",
        source_uri=EVENTS,
        tags=(("layer", "source"), ("streaming", "true")),
    )


def lake_file(
    path: str, owner: str, tier: int, rows: int, about: str, text: str, *, table: str | None = None
) -> Dataset:
    """A folder in the lake; `table` is the warehouse table that is a window onto the same files."""
    alias = Identity(WAREHOUSE, table) if table else None
    return Dataset(
        key=f"lake.{path.rpartition('/')[2]}",
        id=Identity(LAKE, path),
        kind="FILE",
        owner=owner,
        tier=tier,
        description=about,
        columns=columns(text),
        rows=rows,
        sql_name=table or f"lake.{path.replace('/', '.')}",
        source_uri=LAKE,
        tags=(("layer", "lake"),),
        symlinks=(alias,) if alias else (),
    )


def table(
    key: str,
    owner: str,
    tier: int,
    rows: int,
    about: str,
    text: str,
    *,
    kind: str = "TABLE",
    since: datetime | None = None,
) -> Dataset:
    """A warehouse table; `sales.orders` is `shopflow.sales.orders` in `ecommerce_warehouse`."""
    name = f"shopflow.{key}"
    return Dataset(
        key=key,
        id=Identity(WAREHOUSE, name),
        kind=kind,
        owner=owner,
        tier=tier,
        description=about,
        columns=columns(text),
        rows=rows,
        sql_name=name,
        source_uri="postgres://warehouse.shopflow.example:5432/shopflow",
        tags=(("layer", "warehouse"), ("domain", key.partition(".")[0])),
        since=since,
    )


def dashboard(name: str, owner: str, tier: int, rows: int, about: str, text: str) -> Dataset:
    return Dataset(
        key=f"looker.{name}",
        id=Identity(LOOKER, name),
        kind="DASHBOARD",
        owner=owner,
        tier=tier,
        description=about,
        columns=columns(text),
        rows=rows,
        sql_name=name,
        source_uri=f"https://looker.shopflow.example/dashboards/{name}",
        tags=(("layer", "dashboard"),),
    )
