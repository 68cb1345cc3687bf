"""The reader of OpenLineage events: all that a run, job or dataset event states."""

from collections.abc import Iterator, Sequence
from functools import partial

from headwater.facts import kinds
from headwater.facts.fact import Fact
from headwater.facts.openlineage import edges
from headwater.facts.openlineage.airflow import AIRFLOW, airflow_task
from headwater.facts.openlineage.dataset_facets import dataset_facet, io_facet
from headwater.facts.openlineage.envelope import Envelope, Mention, open_envelope
from headwater.facts.openlineage.event_budget import StatementRoom, listed, within_budgets
from headwater.facts.openlineage.job_facets import PARENT_NAMES, job_facet, run_facet
from headwater.facts.openlineage.sql_text import sql_facet
from headwater.facts.part import EventPart, KeyScope, PendingFact
from headwater.facts.problem import MAX_REASON, PartProblem, short_part
from headwater.model.edges import Origin
from headwater.model.events import LogEntry
from headwater.model.ids import JobId, digest

# In microseconds, as the log counts time.
DAY = 24 * 60 * 60 * 1_000_000
TERMINAL = frozenset({"COMPLETE", "FAIL", "ABORT"})


def read_openlineage(entry: LogEntry) -> list[Fact]:
    """A part that can't be read becomes a quarantine fact; an event without an outline is an error."""
    envelope, over_budget = within_budgets(open_envelope(entry.body))
    parts = list(_parts(envelope, StatementRoom()))
    # A dataset or column is mentioned many times in one event; once is enough.
    facts = dict.fromkeys(fact for part in parts for fact in part.facts)
    facts |= dict.fromkeys(
        _with_key(pending, envelope.run, entry) for part in parts for pending in part.pending
    )
    facts |= dict.fromkeys((*_run_facts(envelope), *_shown(envelope, entry.event_id, parts)))
    problems = (*envelope.problems, *over_budget, *(problem for part in parts for problem in part.problems))
    return [*facts, *(_quarantined(entry, problem) for problem in listed(problems))]


def _run_facts(envelope: Envelope) -> Iterator[Fact]:
    run, job = envelope.run, envelope.job
    if run is None:
        return
    yield kinds.run(run, envelope.event_type)
    if job is not None:
        yield kinds.run_job(run, job, envelope.event_type)
    if envelope.event_type == "START":
        yield kinds.run_start(run)
    if envelope.event_type in TERMINAL:
        yield kinds.run_end(run, envelope.event_type)


def _parts(envelope: Envelope, room: StatementRoom) -> Iterator[EventPart]:
    parent = next((name for name in PARENT_NAMES if name in envelope.run_facets), None)
    for name, raw in envelope.run_facets.items():
        yield run_facet(raw, name, name == parent)
    explicit = EventPart()
    if envelope.job is not None:
        yield EventPart((kinds.node(envelope.job),))
        for name, raw in envelope.job_facets.items():
            yield room.take(f"job.facets.{name}", partial(job_facet, raw, name, envelope.job))
        if "sql" in envelope.job_facets and envelope.states_edges:
            namespaces = dict.fromkeys(mention.dataset.namespace for mention in envelope.mentions)
            yield sql_facet(envelope.job_facets["sql"], tuple(namespaces), envelope.job)
        if AIRFLOW in envelope.run_facets and envelope.states_edges:
            names_inputs = any(mention.direction == "input" for mention in envelope.mentions)
            yield airflow_task(envelope.run_facets[AIRFLOW], envelope.job, names_inputs)
        if "lineage" in envelope.job_facets and envelope.states_edges:
            # Before the mentions: column lineage of a dataset that is a target here is passed over there.
            read = partial(edges.job_lineage, envelope.job_facets["lineage"], envelope.job)
            explicit = room.take("job.facets.lineage", read)
            yield explicit
    for mention in envelope.mentions:
        yield from _mentioned(envelope, mention, explicit, room)


def _mentioned(
    envelope: Envelope, mention: Mention, explicit: EventPart, room: StatementRoom
) -> Iterator[EventPart]:
    """A dataset's own facets, then the edges that its mention states."""
    yield EventPart((kinds.node(mention.dataset),))
    is_drop = False
    for name, raw in mention.facets.items():
        where = f"{mention.where}.facets"
        part = room.take(f"{where}.{name}", partial(dataset_facet, raw, name, mention.dataset, where))
        is_drop = is_drop or part.is_drop
        yield part
    for name, raw in mention.io_facets.items():
        where = f"{mention.where}.{mention.direction}Facets"
        yield io_facet(raw, name, mention.dataset, mention.direction, where, envelope.run is not None)
        if envelope.is_static:
            yield EventPart(
                problems=(PartProblem(f"{where}.{name}", "a facet of a run, and the event is of none"),)
            )
    if not envelope.states_edges:
        return
    if envelope.job is None:
        yield _static_lineage(mention, room)
        return
    yield from _job_edges(envelope, mention, envelope.job, is_drop)
    if mention.direction == "output" and mention.dataset not in explicit.targets:
        yield _column_lineage(mention, envelope.job.key, room)


def _job_edges(envelope: Envelope, mention: Mention, job: JobId, is_drop: bool) -> Iterator[EventPart]:
    origin = Origin.DECLARED if envelope.is_static else Origin.INPUTS_OUTPUTS
    if mention.direction == "input":
        yield edges.reads(mention.dataset, job, origin)
    # A run that drops a table names it as an output, but makes nothing of it.
    elif not is_drop:
        yield edges.writes(job, mention.dataset, origin)


def _column_lineage(mention: Mention, owner: str, room: StatementRoom) -> EventPart:
    facet, where = mention.facets.get("columnLineage"), f"{mention.where}.facets"
    if facet is None:
        return EventPart()
    read = partial(edges.column_lineage, facet, mention.dataset, owner, where)
    return room.take(f"{where}.columnLineage", read)


def _static_lineage(mention: Mention, room: StatementRoom) -> EventPart:
    """A view's derivation, stated without a job; the explicit facet goes first."""
    facet, where = mention.facets.get("lineage"), f"{mention.where}.facets"
    if facet is None:
        return _column_lineage(mention, mention.dataset.key, room)
    return room.take(f"{where}.lineage", partial(edges.dataset_lineage, facet, mention.dataset, where))


def _with_key(pending: PendingFact, run: str | None, entry: LogEntry) -> Fact:
    """The fact with its whole key, now that its scope is known."""
    fact, scope = pending
    if scope is KeyScope.RUN_ITSELF and run is not None:
        return fact._replace(key=run)
    if scope is KeyScope.DAY:
        return fact._replace(key=digest(str(entry.at // DAY), fact.key))
    # By the instant, so that results of checks that are sent twice without a run are still one.
    without_run = entry.event_id if scope is KeyScope.RUN_OR_EVENT else str(entry.at)
    within = entry.event_id if scope is KeyScope.EVENT else run or without_run
    return fact._replace(key=digest(within, fact.key), run=run)


def _shown(envelope: Envelope, event_id: str, parts: Sequence[EventPart]) -> Iterator[Fact]:
    """Which edges this event shows, for its run, or as a declaration that replaces the one before."""
    keys = sorted({key for part in parts for key in part.edges})
    edge_set = kinds.edge_set(",".join(keys))
    if envelope.run is not None and keys:
        yield edge_set
        yield kinds.shown(envelope.run, edge_set.key)
    # Also with no edges: to declare none takes back those that were declared before. But a static event
    # without inputs, outputs or lineage says nothing of edges, so it erases none.
    elif envelope.is_static and (envelope.has_sides or any(part.declares for part in parts)):
        owner = envelope.job or envelope.mentions[0].dataset
        yield edge_set
        yield kinds.declared(event_id, owner.key, edge_set.key)


def _quarantined(entry: LogEntry, problem: PartProblem) -> Fact:
    part, reason = short_part(problem.part), problem.reason[:MAX_REASON]
    return kinds.quarantine(entry.event_id, entry.position, part, reason)
