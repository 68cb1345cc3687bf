"""What an Airflow task reads and writes by its inlets and outlets, and which tasks it follows.

Airflow's provider names the datasets of an operator only where it knows the operator. What the author of a
DAG declared stands in the `airflow` facet of the run all the same, as lists in the text form of Python:

>>> asset_dataset("s3://raw/orders/2026.csv"), asset_dataset("postgres://user:pw@db:5432/shop/public/orders")
(DatasetId(namespace='s3://raw', name='orders/2026.csv'), \
DatasetId(namespace='postgres://db:5432', name='shop.public.orders'))
"""

import ast
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote, urlsplit

from msgspec import Struct

from headwater.facts.budgets import DATASETS, NAME, SALVAGED_BYTES, within
from headwater.facts.edge_facts import LineageEdge, edge_facts
from headwater.facts.openlineage.envelope import dataset_id
from headwater.facts.part import EventPart, cached_by_bytes, interpret
from headwater.facts.problem import PartProblem
from headwater.model.edges import GUESSED_ORDER, EdgeKind, Origin
from headwater.model.ids import DatasetId, JobId

AIRFLOW = "airflow"
# As OpenLineage names them, a table's parts are joined by dots; everything else has a path.
TABLES = frozenset(
    {
        "postgres",
        "postgresql",
        "mysql",
        "redshift",
        "snowflake",
        "mssql",
        "oracle",
        "trino",
        "hive",
        "teradata",
    }
)


class TaskInfo(Struct):
    task_id: str | None = None
    inlets: Any = None
    outlets: Any = None
    upstream_task_ids: Any = None


class DagInfo(Struct):
    dag_id: str | None = None


class AirflowFacet(Struct):
    task: TaskInfo | None = None
    dag: DagInfo | None = None


@cached_by_bytes
def airflow_task(raw: bytes, job: JobId, names_inputs: bool) -> EventPart:
    """`names_inputs` says whether the event itself names a dataset that is read."""

    def meaning(facet: AirflowFacet) -> EventPart:
        if facet.task is None:
            return EventPart()
        problems: list[PartProblem] = []
        edges = list(_edges(facet.task, facet.dag, job, names_inputs, problems))
        found = edge_facts(edges, job.key)
        return EventPart(found.facts, edges=found.edges, problems=tuple(problems))

    return interpret(raw, AirflowFacet, meaning, f"run.facets.{AIRFLOW}")


def _edges(
    task: TaskInfo, dag: DagInfo | None, job: JobId, names_inputs: bool, problems: list[PartProblem]
) -> Iterator[LineageEdge]:
    origin = Origin.INPUTS_OUTPUTS
    inlets = _datasets(task.inlets, "inlets", problems)
    for dataset in inlets:
        yield LineageEdge(EdgeKind.READS, dataset, job, origin)
    for dataset in _datasets(task.outlets, "outlets", problems):
        yield LineageEdge(EdgeKind.WRITES, job, dataset, origin)
    # The order of tasks is not lineage, but the only hint where a task names nothing that it reads.
    if names_inputs or inlets or dag is None or job.name != f"{dag.dag_id}.{task.task_id}":
        return
    for task_id in _items(task.upstream_task_ids, "upstream_task_ids", problems):
        if isinstance(task_id, str) and task_id and len(task_id) <= NAME.limit:
            before = JobId(job.namespace, f"{dag.dag_id}.{task_id}")
            yield LineageEdge(EdgeKind.JOB_FEEDS, before, job, origin, confidence=GUESSED_ORDER)


def _datasets(said: object, name: str, problems: list[PartProblem]) -> list[DatasetId]:
    uris = [asset.get("uri") if isinstance(asset, dict) else asset for asset in _items(said, name, problems)]
    found = [asset_dataset(uri) for uri in uris if isinstance(uri, str)]
    return [dataset for dataset in found if dataset is not None]


def _items(said: object, name: str, problems: list[PartProblem]) -> list[object]:
    """The elements of a list, also of one that stands there as the text that Python prints of it."""
    items: object = said
    if isinstance(said, str):
        try:
            items = ast.literal_eval(said) if len(said) <= SALVAGED_BYTES.limit else None
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            items = None
    if isinstance(items, list | tuple | set | frozenset):
        kept, over = within(sorted(items, key=repr), DATASETS, f".task.{name}")
        problems.extend(over)
        return list(kept)
    if said is not None:
        problems.append(PartProblem(f".task.{name}", "is not a list in the form that Python prints it"))
    return []


def asset_dataset(uri: str) -> DatasetId | None:
    """The dataset that the address of an asset stands for, without credentials.

    >>> asset_dataset("file:///data/in.csv"), asset_dataset("bigquery://shop/sales/orders")
    (DatasetId(namespace='file', name='/data/in.csv'), \
DatasetId(namespace='bigquery', name='shop.sales.orders'))
    >>> asset_dataset("daily_report"), asset_dataset(" ")
    (DatasetId(namespace='airflow', name='daily_report'), None)
    """
    text = uri.strip()
    if not text or len(text) > NAME.limit:
        return None
    try:
        place = urlsplit(text)
    except ValueError:
        return dataset_id(AIRFLOW, text)
    if not place.scheme or "://" not in text:
        return dataset_id(AIRFLOW, text)
    namespace, name = _address(place.scheme, place.netloc.rpartition("@")[2], unquote(place.path))
    return dataset_id(namespace, name) if name.strip() else None


def _address(scheme: str, authority: str, path: str) -> tuple[str, str]:
    if scheme == "file":
        return "file", path
    if scheme == "bigquery":
        return "bigquery", f"{authority}{path}".strip("/").replace("/", ".")
    parts = path.strip("/")
    if not parts:
        # An asset may be named by an address without a path.
        return scheme, authority
    return f"{scheme}://{authority}", parts.replace("/", ".") if scheme in TABLES else parts
