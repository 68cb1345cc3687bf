"""The words ShopFlow is described with: datasets, jobs, people, tests, queries and migrations."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, time

# Namespaces: that of the warehouse's tables, then those of jobs, by what runs them.
WAREHOUSE = "ecommerce_warehouse"
AIRFLOW = "shopflow_airflow"
LOOKER_JOBS = "shopflow_looker"
MIGRATION_JOBS = "shopflow_migrations"
TEST_JOBS = "shopflow_dq"
QUERY_JOBS = "ecommerce_warehouse.queries"


@dataclass(frozen=True, slots=True, order=True)
class Identity:
    """What OpenLineage calls a thing: the pair that names a dataset or a job."""

    namespace: str
    name: str


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    team: str
    title: str

    @property
    def email(self) -> str:
        return f"{self.name}@shopflow.example"


@dataclass(frozen=True, slots=True)
class ShopColumn:
    name: str
    type: str
    description: str
    classification: str = "internal"
    pii: bool = False


@dataclass(frozen=True, slots=True)
class ShopDataset:
    """`key` is the short name used inside this package; `rows` is what an ordinary day holds."""

    key: str
    id: Identity
    kind: str
    owner: str
    # 1 is the most critical.
    tier: int
    description: str
    columns: tuple[ShopColumn, ...]
    rows: int
    sql_name: str
    source_uri: str
    tags: tuple[tuple[str, str], ...] = ()
    symlinks: tuple[Identity, ...] = ()
    since: datetime | None = None

    @property
    def row_bytes(self) -> int:
        # The same for all types: sizes only have to be plausible, and to grow with the rows.
        return 24 * len(self.columns)


@dataclass(frozen=True, slots=True)
class ColumnEdge:
    """One source column feeding one output column, or the whole output when `column` is `*`."""

    column: str
    verb: str
    source: str
    field: str


@dataclass(frozen=True, slots=True)
class Output:
    dataset: str
    edges: tuple[ColumnEdge, ...]

    @property
    def sources(self) -> tuple[str, ...]:
        # A dict keeps the order of the lineage, so that the same seed gives the same bytes; a set would not.
        return tuple(dict.fromkeys(edge.source for edge in self.edges))


@dataclass(frozen=True, slots=True)
class ShopJob:
    id: Identity
    owner: str
    description: str
    sql: str
    outputs: tuple[Output, ...]
    at: tuple[time, ...]
    minutes: float
    path: str
    integration: str = "AIRFLOW"
    dag: str | None = None
    since: datetime | None = None

    @property
    def inputs(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(key for output in self.outputs for key in output.sources))


@dataclass(frozen=True, slots=True)
class Dag:
    id: Identity
    owner: str
    description: str
    at: time


@dataclass(frozen=True, slots=True)
class SuiteAssertion:
    name: str
    assertion: str
    column: str | None
    expected: str
    severity: str = "error"


@dataclass(frozen=True, slots=True)
class Suite:
    """The tests of one dataset, run together once a day."""

    id: Identity
    dataset: str
    at: time
    owner: str
    assertions: tuple[SuiteAssertion, ...]


@dataclass(frozen=True, slots=True)
class Query:
    user: str
    sql: str
    inputs: tuple[str, ...]
    runs: int
    rows: int


@dataclass(frozen=True, slots=True)
class Migration:
    """A change of shape made by a person: `add` and `drop` are what it does to the columns."""

    job: str
    at: datetime
    actor: str
    dataset: str
    lifecycle: str
    sql: str
    pull_request: int
    add: tuple[ShopColumn, ...] = ()
    drop: tuple[str, ...] = ()
    previous: Identity | None = None


@dataclass(frozen=True, slots=True)
class Signal:
    """What people and pagers said, and about which dataset."""

    at: datetime
    dataset: str
    kind: str
    severity: str
    source: str
    author: str
    text: str


@dataclass(frozen=True, slots=True)
class Incident:
    """What broke in the night of the alert: when, and what was found; by pipeline, suite and assertion."""

    pipelines_failed: Mapping[str, datetime]
    error: str
    suites_ended: Mapping[str, datetime]
    assertions_failed: Mapping[str, str]
    tables_without_data: frozenset[str]
    signals: tuple[Signal, ...]


@dataclass(frozen=True, slots=True)
class RunFailure:
    """The first attempt of the run due at `due` fails; the next one, a while later, succeeds."""

    job: str
    due: datetime
    message: str
    language: str
    retry_after_minutes: int


@dataclass(frozen=True, slots=True)
class RunDelay:
    job: str
    due: datetime
    late_minutes: int = 0
    # A factor: with 2.5 the run takes two and a half times as long.
    slower: float = 1.0


@dataclass(frozen=True, slots=True)
class Shop:
    """Everything that the history is made from."""

    people: Mapping[str, Person]
    datasets: Mapping[str, ShopDataset]
    jobs: tuple[ShopJob, ...]
    dags: tuple[Dag, ...]
    suites: tuple[Suite, ...]
    queries: tuple[Query, ...]
    migrations: tuple[Migration, ...]
    incident: Incident
    failures: tuple[RunFailure, ...]
    delays: tuple[RunDelay, ...]

    def columns_at(self, key: str, moment: datetime) -> tuple[ShopColumn, ...]:
        """The columns a dataset has at a moment, after every migration up to then."""
        columns = self.datasets[key].columns
        # The file lists migrations in the order of time, so each builds on those before it.
        for change in self.migrations:
            if change.dataset == key and change.at <= moment:
                columns = (*(c for c in columns if c.name not in change.drop), *change.add)
        return columns
