"""The reader of OpenLineage events: all that a run, job or dataset event states."""

from collections.abc import Iterator

from headwater.facts import kinds
from headwater.facts.fact import Fact
from headwater.facts.openlineage import edges
from headwater.facts.openlineage.dataset_facets import dataset_facet, io_facet
from headwater.facts.openlineage.envelope import Envelope, Mention, open_envelope
from headwater.facts.openlineage.job_facets import job_facet, run_facet
from headwater.facts.openlineage.sql_text import sql_facet
from headwater.facts.part import MAX_REASON, KeyScope, Part, PendingFact, Problem
from headwater.model.edges import Origin
from headwater.model.events import LogEntry
from headwater.model.ids import digest

TERMINAL = frozenset({"COMPLETE", "FAIL", "ABORT"})


def read_openlineage(entry: LogEntry) -> list[Fact]:
    """A part that can't be read becomes a quarantine fact; an event without an outline is an error."""
    envelope = open_envelope(entry.body)
    parts = list(_parts(envelope))
    # A dataset or column is mentioned many times in one event; once is enough.
    facts = dict.fromkeys(fact for part in parts for fact in part.facts)
    facts |= dict.fromkeys(
        _with_key(pending, envelope.run, entry) for part in parts for pending in part.pending
    )
    edge_keys = sorted({key for part in parts for key in part.edges})
    facts |= dict.fromkeys((*_run_facts(envelope), *_shown(envelope, entry.event_id, edge_keys)))
    problems = (problem for part in parts for problem in part.problems)
    return [*facts, *(_quarantined(entry, problem) for problem in problems)]


def _run_facts(envelope: Envelope) -> Iterator[Fact]:
    run, job = envelope.run, envelope.job
    if run is None or job is None:
        return
    yield kinds.run(run, job, envelope.event_type)
    if envelope.event_type == "START":
        yield kinds.run_start(run)
    if envelope.event_type in TERMINAL:
        yield kinds.run_end(run, envelope.event_type)


def _parts(envelope: Envelope) -> Iterator[Part]:
    for name, raw in envelope.run_facets.items():
        yield run_facet(raw, name)
    explicit = Part()
    if envelope.job is not None:
        yield Part((kinds.node(envelope.job),))
        for name, raw in envelope.job_facets.items():
            yield job_facet(raw, name, envelope.job)
        if "sql" in envelope.job_facets:
            namespaces = dict.fromkeys(mention.dataset.namespace for mention in envelope.mentions)
            yield sql_facet(envelope.job_facets["sql"], tuple(namespaces))
        if "lineage" in envelope.job_facets:
            # Before the mentions: column lineage of a dataset that is a target here is passed over there.
            explicit = edges.job_lineage(envelope.job_facets["lineage"], envelope.job)
            yield explicit
    for mention in envelope.mentions:
        yield from _mentioned(envelope, mention, explicit)


def _mentioned(envelope: Envelope, mention: Mention, explicit: Part) -> Iterator[Part]:
    """A dataset's own facets, then the edges that its mention states."""
    yield Part((kinds.node(mention.dataset),))
    is_drop = False
    for name, raw in mention.facets.items():
        part = dataset_facet(raw, name, mention.dataset, f"{mention.where}.facets")
        is_drop = is_drop or part.is_drop
        yield part
    for name, raw in mention.io_facets.items():
        where = f"{mention.where}.{mention.direction}Facets"
        yield io_facet(raw, name, mention.dataset, mention.direction, where)
    if envelope.job is None:
        yield _static_lineage(mention)
    else:
        yield from _job_edges(envelope, mention, explicit, is_drop)


def _job_edges(envelope: Envelope, mention: Mention, explicit: Part, is_drop: bool) -> Iterator[Part]:
    job, dataset = envelope.job, mention.dataset
    assert job is not None
    origin = Origin.DECLARED if envelope.is_static else Origin.INPUTS_OUTPUTS
    if mention.direction == "input":
        yield edges.reads(dataset, job, origin)
        return
    # A run that drops a table names it as an output, but makes nothing of it.
    if not is_drop:
        yield edges.writes(job, dataset, origin)
    if "columnLineage" in mention.facets and dataset not in explicit.targets:
        yield edges.column_lineage(
            mention.facets["columnLineage"], dataset, job.key, f"{mention.where}.facets"
        )


def _static_lineage(mention: Mention) -> Part:
    """A view's derivation, stated without a job; the explicit facet goes first."""
    where = f"{mention.where}.facets"
    if "lineage" in mention.facets:
        return edges.dataset_lineage(mention.facets["lineage"], mention.dataset, where)
    if "columnLineage" in mention.facets:
        facet = mention.facets["columnLineage"]
        return edges.column_lineage(facet, mention.dataset, mention.dataset.key, where)
    return Part()


def _with_key(pending: PendingFact, run: str | None, entry: LogEntry) -> Fact:
    """The fact with its whole key, now that its scope is known."""
    fact, scope = pending
    if scope is KeyScope.RUN_ITSELF and run is not None:
        return fact._replace(key=run)
    # By the instant, so that results of checks that are sent twice without a run are still one.
    without_run = entry.event_id if scope is KeyScope.RUN_OR_EVENT else str(entry.at)
    within = entry.event_id if scope is KeyScope.EVENT else run or without_run
    return fact._replace(key=digest(within, fact.key), run=run)


def _shown(envelope: Envelope, event_id: str, keys: list[str]) -> Iterator[Fact]:
    """Which edges this event shows, for its run, or as a declaration that replaces the one before."""
    edge_set = kinds.edge_set(",".join(keys))
    if envelope.run is not None and keys:
        yield edge_set
        yield kinds.shown(envelope.run, edge_set.key)
    # Also with no edges: to declare none takes back those that were declared before.
    elif envelope.is_static and envelope.declares:
        owner = envelope.job or envelope.mentions[0].dataset
        yield edge_set
        yield kinds.declared(event_id, owner.key, edge_set.key)


def _quarantined(entry: LogEntry, problem: Problem) -> Fact:
    return kinds.quarantine(entry.event_id, entry.position, problem.part, problem.reason[:MAX_REASON])
