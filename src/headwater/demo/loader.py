"""ShopFlow read from its data files: one function a file or folder, and `load_shopflow` for the whole.

Tables and lineage are in the notation of `notation.py`, names follow `naming.py`, and the SQL of a job is in
`shopflow/sql` under the job's name.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import time
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from headwater.demo.model import (
    AIRFLOW,
    LOOKER_JOBS,
    TEST_JOBS,
    WAREHOUSE,
    Dag,
    Identity,
    Incident,
    Migration,
    Person,
    Query,
    RunDelay,
    RunFailure,
    Shop,
    ShopColumn,
    ShopDataset,
    ShopJob,
    Signal,
    Suite,
    SuiteAssertion,
)
from headwater.demo.naming import SYSTEMS
from headwater.demo.notation import columns, writes

FOLDER = Path(__file__).parent / "shopflow"
# In the order in which the catalogue lists them.
DATASETS = ("sources", "staging", "sales", "marts", "marketing", "finance", "dashboards")
JOBS = ("staging", "sales", "revenue", "morning", "dashboards")
NAMESPACES = {"AIRFLOW": AIRFLOW, "SPARK": AIRFLOW, "LOOKER": LOOKER_JOBS}

QUERY_HEAD = re.compile(r"-- (\S+): (\d+) runs, (\d+) rows?\n")
# The group is the key of the dataset: `shopflow.sales.orders` is `sales.orders` in this package.
WAREHOUSE_TABLE = re.compile(r"\bshopflow\.(\w+\.\w+)")

Entry = dict[str, Any]


@cache
def load_shopflow() -> Shop:
    """Everything, read once a process."""
    noise = _read("noise.yaml")
    return Shop(
        people={entry["name"]: Person(**entry) for entry in _read("people.yaml")},
        datasets=_datasets(),
        jobs=tuple(_job(entry) for name in JOBS for entry in _read(f"jobs/{name}.yaml")),
        dags=tuple(_dag(**entry) for entry in _read("dags.yaml")),
        suites=tuple(_suite(**entry) for entry in _read("suites.yaml")),
        queries=tuple(_queries((FOLDER / "queries.sql").read_text())),
        migrations=tuple(_migration(entry) for entry in _read("migrations.yaml")),
        incident=_incident(_read("incident.yaml")),
        failures=tuple(RunFailure(**entry) for entry in noise["failures"]),
        delays=tuple(RunDelay(**entry) for entry in noise["delays"]),
    )


def _read(name: str) -> Any:
    return yaml.safe_load((FOLDER / name).read_text())


def _datasets() -> dict[str, ShopDataset]:
    # One after the other, because `columns_of` refers to a dataset that was read before.
    found: dict[str, ShopDataset] = {}
    for entry in (entry for name in DATASETS for entry in _read(f"datasets/{name}.yaml")):
        dataset = _dataset(entry, found)
        found[dataset.key] = dataset
    return found


def _dataset(entry: Entry, earlier: Mapping[str, ShopDataset]) -> ShopDataset:
    """`columns_of` names an earlier dataset of the same columns; `table` a window onto the same files."""
    names = SYSTEMS[entry["system"]](entry["name"])
    shape: tuple[ShopColumn, ...]
    shape = earlier[entry["columns_of"]].columns if "columns_of" in entry else columns(entry["columns"])
    return ShopDataset(
        key=names.key,
        id=names.id,
        kind=entry.get("kind", names.kind),
        owner=entry["owner"],
        tier=entry["tier"],
        description=entry["description"],
        columns=shape,
        rows=entry["rows"],
        sql_name=entry.get("table", names.sql_name),
        source_uri=names.source_uri,
        tags=names.tags,
        symlinks=(Identity(WAREHOUSE, entry["table"]),) if "table" in entry else (),
        since=entry.get("since"),
    )


def _job(entry: Entry) -> ShopJob:
    integration = entry.get("integration", "AIRFLOW")
    return ShopJob(
        id=Identity(NAMESPACES[integration], entry["name"]),
        owner=entry["owner"],
        description=entry["description"],
        sql=(FOLDER / "sql" / f"{entry['name']}.sql").read_text().strip(),
        outputs=tuple(writes(**output) for output in entry["writes"]),
        at=tuple(time.fromisoformat(clock) for clock in entry["at"]),
        minutes=entry["minutes"],
        path=entry["path"],
        integration=integration,
        dag=entry.get("dag"),
        since=entry.get("since"),
    )


def _dag(name: str, owner: str, at: str, description: str) -> Dag:
    return Dag(Identity(AIRFLOW, name), owner, description, time.fromisoformat(at))


def _suite(dataset: str, at: str, owner: str, assertions: list[Entry]) -> Suite:
    """The name of a suite follows from its dataset."""
    name = f"{dataset.replace('.', '_')}_tests"
    # An assertion about the table as a whole names no column.
    found = tuple(SuiteAssertion(**{"column": None, **entry}) for entry in assertions)
    return Suite(Identity(TEST_JOBS, name), dataset, time.fromisoformat(at), owner, found)


def _migration(entry: Entry) -> Migration:
    previous = {"previous": Identity(WAREHOUSE, entry["previous"])} if "previous" in entry else {}
    change = {"add": columns(entry.get("add", "")), "drop": tuple(entry.get("drop", ()))}
    return Migration(**{**entry, **previous, **change, "sql": entry["sql"].strip()})


def _incident(entry: Entry) -> Incident:
    signals = tuple(Signal(**signal) for signal in entry["signals"])
    return Incident(
        **{**entry, "tables_without_data": frozenset(entry["tables_without_data"]), "signals": signals}
    )


def _queries(text: str) -> Iterator[Query]:
    """Questions with a blank line between each two, after the comment that opens the file."""
    for part in text.strip().split("\n\n")[1:]:
        head = QUERY_HEAD.match(part)
        if head is None:
            raise ValueError(f"no `-- user: N runs, N rows` above `{part}`")
        sql = part[head.end() :]
        inputs = tuple(dict.fromkeys(WAREHOUSE_TABLE.findall(sql)))
        yield Query(head[1], sql, inputs, runs=int(head[2]), rows=int(head[3]))
