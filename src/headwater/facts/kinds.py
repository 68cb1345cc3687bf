"""Every kind of fact, declared once: a function that makes it.

Its parameters are what such a fact says, its body where that is kept in the one shape of all facts, its
docstring what it means. The declaration names the publish step that merges it and the tables that are made
from it: a rebuild empties these, and the tests compare their rows. A wrong parameter is an error of mypy.

Some keys are only complete within an event (`part.KeyScope`): there the key given here is the stem.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from inspect import signature
from typing import ParamSpec

from headwater.facts import richness
from headwater.facts.fact import Fact, Key
from headwater.model.edges import EdgeKind
from headwater.model.ids import ColumnId, DatasetId, JobId, NodeKind, digest

P = ParamSpec("P")
Rank = Callable[[Fact], int]


@dataclass(frozen=True, slots=True)
class FactKind:
    name: str
    step: str | None
    """The file of `store/publish` that merges it; None if it is not kept."""
    fills: tuple[str, ...]
    """The tables that are made from it."""
    fields: tuple[str, ...]
    meaning: str
    rank: Rank
    """Which of two facts stands that events of the same instant state: the greater."""


KINDS: dict[str, FactKind] = {}


def fact_kind(
    step: str | None, fills: tuple[str, ...] = (), rank: Rank = lambda _fact: 0
) -> Callable[[Callable[P, Fact]], Callable[P, Fact]]:
    """Declare a kind under the name of the function that makes its facts."""

    def declare(make: Callable[P, Fact]) -> Callable[P, Fact]:
        fields = tuple(signature(make).parameters)
        KINDS[make.__name__] = FactKind(make.__name__, step, fills, fields, make.__doc__ or "", rank)
        return make

    return declare


def served_tables() -> tuple[str, ...]:
    """The tables that are made from facts, and so from the log alone."""
    return tuple(dict.fromkeys(table for kind in KINDS.values() for table in kind.fills))


@fact_kind("nodes", fills=("nodes",))
def node(entity: DatasetId | JobId | ColumnId) -> Fact:
    """A dataset, job or column was mentioned. A column is owned by its dataset."""
    return _node(entity)


# Cached apart from `node`, because mypy does not check the arguments of a cached function.
@lru_cache(maxsize=3 * 65536)
def _node(entity: DatasetId | JobId | ColumnId) -> Fact:
    match entity:
        case DatasetId(namespace, name):
            return Fact("node", entity.key, label=NodeKind.DATASET, namespace=namespace, name=name, field="")
        case JobId(namespace, name):
            return Fact("node", entity.key, label=NodeKind.JOB, namespace=namespace, name=name, field="")
        case ColumnId(DatasetId(namespace, name) as dataset, field):
            kind = NodeKind.COLUMN
            return Fact(
                *("node", entity.key),
                owner=dataset.key,
                label=kind,
                namespace=namespace,
                name=name,
                field=field,
            )


@fact_kind("aliases", fills=("aliases",))
def alias(alias: DatasetId, dataset: DatasetId, reason: str) -> Fact:
    """`alias` is another name of `dataset`, because of a `symlink` or a `rename`."""
    key = digest(alias.key, dataset.key, reason)
    return Fact("alias", key, source=alias.key, target=dataset.key, label=reason)


@fact_kind("namespace_joins", fills=("namespace_joins", "aliases"))
def namespace_join(namespace: str, same_as: str, prefix: str) -> Fact:
    """Datasets of a namespace are those of another that have their names behind the prefix."""
    key = digest("namespace_join", namespace, same_as, prefix)
    return Fact("namespace_join", key, namespace=namespace, name=same_as, field=prefix)


@fact_kind("facets", fills=("facets", "column_labels"), rank=richness.of_value)
def facet(node: Key, name: str, body: str | None) -> Fact:
    """A facet of a dataset or job, as it came; without a body it was deleted."""
    return Fact("facet", digest(node, name), node=node, name=name, value=body)


@fact_kind("attribute_versions", fills=("attribute_values", "attribute_sightings", "attribute_versions"))
def attribute(node: Key, name: str, value: str) -> Fact:
    """What a facet says of owners, description, tags or classes, as JSON; null if it was deleted.

    Key: within the day. So the first and the last time are kept at which it was said on a day.
    """
    said = digest("attribute", value)
    return Fact("attribute", digest(node, name, said), node=node, name=name, target=said, value=value)


@fact_kind("facets", fills=("run_facets",), rank=richness.of_value)
def run_facet(name: str, body: str | None) -> Fact:
    """A facet of the event's run, as it came. Key: within the run."""
    return Fact("run_facet", name, name=name, value=body)


@fact_kind("facets", fills=("run_io_facets",), rank=richness.of_value)
def io_facet(dataset: DatasetId, direction: str, name: str, body: str | None) -> Fact:
    """A facet of a dataset as the event's run read (`input`) or wrote (`output`) it. Key: within the run."""
    stem = digest(dataset.key, direction, name)
    return Fact("io_facet", stem, node=dataset.key, label=direction, name=name, value=body)


@fact_kind("edges", fills=("edges", "graph_changes"), rank=richness.of_value)
def edge(key: Key, kind: EdgeKind, source: Key, target: Key, owner: Key, details: str) -> Fact:
    """`source` leads to `target`, by what `owner` does; `details` (JSON): origin, subtype, masking…"""
    label = kind.name.lower()
    return Fact("edge", key, source=source, target=target, owner=owner, label=label, value=details)


@fact_kind("edges")
def edge_set(edges: str) -> Fact:
    """A set of edges that something shows, as their keys, sorted and joined by commas."""
    return Fact("edge_set", digest("edges", edges), value=edges)


@fact_kind("runs", fills=("runs", "run_owners", "edge_spans"))
def shown(run: Key, edge_set: Key) -> Fact:
    """A run showed these edges."""
    return Fact("shown", digest(run, edge_set), run=run, target=edge_set)


@fact_kind("declarations", fills=("declarations", "edge_spans"), rank=richness.of_list)
def declared(
    key: Key, owner: Key, edge_set: Key, series: str | None = None, edges: str | None = None
) -> Fact:
    """A static event declares these edges, instead of those that its owner, or the series, declared before.

    Key: the event, or within it the series. Of two declarations of a series in one event the one of more
    `edges` stands.
    """
    return Fact("declared", key, owner=owner, target=edge_set, label=series, value=edges)


@fact_kind("runs", fills=("runs",), rank=richness.ends)
def run(run: Key, event_type: str) -> Fact:
    """A run, and what its event says of its state."""
    return Fact("run", run, label=event_type)


@fact_kind("runs", fills=("runs",), rank=richness.ends)
def run_job(run: Key, job: JobId, event_type: str) -> Fact:
    """The job that a run belongs to. An event need not name one, and then takes none away."""
    return Fact("run_job", run, owner=job.key, label=event_type)


@fact_kind("runs", fills=("runs",))
def run_start(run: Key) -> Fact:
    """A run started."""
    return Fact("run_start", run)


@fact_kind("runs", fills=("runs",))
def run_end(run: Key, event_type: str) -> Fact:
    """A run ended: COMPLETE, FAIL or ABORT."""
    return Fact("run_end", run, label=event_type)


@fact_kind("runs", fills=("runs",), rank=richness.names_root)
def run_parent(parent: Key, root: Key) -> Fact:
    """The event's run was started by `parent`, and in the end by `root`. Key: the run."""
    return Fact("run_parent", "", source=parent, target=root)


@fact_kind("runs", fills=("runs",))
def run_stub(run: Key, job: JobId) -> Fact:
    """A run of the job exists, because a run that it started says so."""
    # Children may name different jobs for one parent run: each is a fact, and publishing chooses.
    return Fact("run_stub", digest(run, job.key), run=run, owner=job.key)


@fact_kind("lifecycle", fills=("lifecycle",))
def lifecycle(node: Key, state: str) -> Fact:
    """A dataset or job was created, altered, dropped and so on. Key: within the event."""
    return Fact("lifecycle", node, node=node, label=state)


@fact_kind("schemas", fills=("schemas", "schema_fields"))
def schema(fields: str) -> Fact:
    """The columns of a schema, as JSON; equal ones are one fact."""
    return Fact("schema", digest("schema", fields), value=fields)


@fact_kind(
    "schemas", fills=("schema_observations", "schema_versions", "listed_fields"), rank=richness.of_number
)
def sighting(dataset: DatasetId, schema: Key, columns: int) -> Fact:
    """The dataset had this schema, of so many columns, at the time of the event. Key: within the event."""
    return Fact("sighting", dataset.key, node=dataset.key, target=schema, value=str(columns))


@fact_kind("assertions", fills=("assertions",), rank=richness.of_value)
def assertion(dataset: DatasetId, column: str | None, check: str, name: str, result: str) -> Fact:
    """The result of a quality check, as JSON. Key: within the run, or else the instant."""
    stem = digest(dataset.key, column or "", check, name)
    return Fact("assertion", stem, node=dataset.key, name=name, field=column, value=result)


@fact_kind("signals", fills=("signals",))
def signal(node: Key, column: str | None, said: str) -> Fact:
    """Somebody said something of a dataset or job; `said` (JSON): source, author, severity, text, link.

    Key: within the event.
    """
    return Fact("signal", digest(node, column or ""), node=node, field=column, value=said)


@fact_kind("quarantine", fills=("quarantine",))
def quarantine(event_id: Key, position: int, part: str, reason: str) -> Fact:
    """A part of an event (all of it, if the part is empty) can't be read, and why."""
    return Fact("quarantine", digest(event_id, part), name=part, label=str(position), value=reason)


@fact_kind("sql_bind", fills=("sql_texts", "sql_analyses", "sql_lineage"))
def sql(dialect: str, text: str, query: Key) -> Fact:
    """An SQL text, without what changes from run to run, and the query that it is."""
    return Fact("sql", digest("sql", dialect, text), target=query, label=dialect, value=text)


@fact_kind("sql_bind", fills=("runs", "declarations"))
def run_sql(text: Key) -> Fact:
    """The event's run, or the static event itself, carries this SQL text. Key: within the run or event."""
    return Fact("run_sql", "sql", target=text)


@fact_kind("queries", fills=("queries",))
def query(key: Key, dialect: str | None, database: str | None, schema: str | None, text: str) -> Fact:
    """A query, under the key of its fingerprint: a text, and where names without a schema are looked for."""
    return Fact("query", key, label=dialect, namespace=database, name=schema, value=text)


@fact_kind("queries", fills=("query_uses", "query_days"))
def query_use(event_id: Key, query: Key, user: str | None, details: str) -> Fact:
    """Somebody ran a query; `details` (JSON): count, duration, rows, dashboard, job, tags. Key: the event."""
    return Fact("query_use", event_id, target=query, name=user, value=details)


@fact_kind("queries", fills=("job_texts",))
def job_text(job: JobId, query: Key) -> Fact:
    """A job runs this text."""
    return Fact("job_text", digest(job.key, query), owner=job.key, target=query)


@fact_kind("responses", fills=("acknowledgements",))
def acknowledgement(finding: Key, by: str, details: str) -> Fact:
    """Somebody knows of a break and lets it pass; `details` (JSON): simulation, why, until when."""
    return Fact(
        "acknowledgement", digest("acknowledgement", finding, by), target=finding, name=by, value=details
    )


@fact_kind("responses", fills=("responses",))
def response(simulation: int, consumer: str, details: str) -> Fact:
    """A consumer accepts a simulated change or objects to it; `details` (JSON): verdict, by whom, why."""
    key = digest("response", str(simulation), consumer)
    return Fact("response", key, label=str(simulation), name=consumer, value=details)


@fact_kind(None)
def progress(position: int, events: int) -> Fact:
    """How many events were read, and the position of the last: taken off before publishing."""
    # The position is in the key, so that what two tasks read is not folded into one: events are summed.
    return Fact("progress", digest("progress", str(position)), label=str(position), value=str(events))
