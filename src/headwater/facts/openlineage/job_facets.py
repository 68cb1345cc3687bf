"""What the facets of a run and of its job state: parents, roots, the end of a job."""

from collections.abc import Callable
from typing import Any

from headwater.facts import kinds
from headwater.facts.fact import Fact
from headwater.facts.openlineage.asset_facet import ASSET, asset_facet
from headwater.facts.openlineage.attribute_history import stated
from headwater.facts.openlineage.attributes import job_type, long_tags, ownership
from headwater.facts.openlineage.dataset_facets import lifecycle
from headwater.facts.openlineage.declared_edges import DECLARED_EDGES, declared_edges
from headwater.facts.openlineage.facets import (
    DeclaredEdgesFacet,
    JobTypeFacet,
    LifecycleFacet,
    OwnershipFacet,
    ParentFacet,
    TagsFacet,
)
from headwater.facts.part import (
    EventPart,
    KeyScope,
    PendingFact,
    cached_by_bytes,
    interpret,
    join_parts,
    raw_facet,
)
from headwater.model.ids import JobId, run_uuid

# The second is what the facet was called before version 1 of OpenLineage.
PARENT_NAMES = ("parent", "parentRun")


@cached_by_bytes
def job_facet(raw: bytes, name: str, job: JobId) -> EventPart:
    where = f"job.facets.{name}"

    def as_it_came(body: str | None) -> EventPart:
        return EventPart((kinds.facet(job.key, name, body),))

    if name == ASSET:
        return asset_facet(raw, job, where)
    original = join_parts(raw_facet(raw, where, as_it_came), stated(raw, name, job))
    known = KNOWN.get(name)
    if known is None:
        return original
    shape, meaning = known
    return join_parts(original, interpret(raw, shape, lambda facet: meaning(job, facet), where))


@cached_by_bytes
def run_facet(raw: bytes, name: str, links_parent: bool) -> EventPart:
    where = f"run.facets.{name}"

    def as_it_came(body: str | None) -> EventPart:
        return EventPart(pending=(PendingFact(kinds.run_facet(name, body), KeyScope.RUN),))

    original = raw_facet(raw, where, as_it_came)
    if not links_parent:
        return original
    return join_parts(original, interpret(raw, ParentFacet, _parent, where))


# `sql` and `lineage` are left to the reader, because they concern the datasets of the event too.
KNOWN: dict[str, tuple[type[Any], Callable[[JobId, Any], EventPart]]] = {
    "jobType": (JobTypeFacet, lambda _job, facet: job_type(facet)),
    "ownership": (OwnershipFacet, lambda _job, facet: ownership(facet)),
    "tags": (TagsFacet, lambda _job, facet: EventPart(problems=long_tags(facet))),
    "lifecycleStateChange": (LifecycleFacet, lambda job, facet: lifecycle(job, facet)),
    DECLARED_EDGES: (DeclaredEdgesFacet, lambda _job, facet: declared_edges(facet)),
}


def _parent(facet: ParentFacet) -> EventPart:
    """The parent and root runs exist from now on, even if their own events never come."""
    parent = run_uuid(facet.run.runId).hex
    root = run_uuid(facet.root.run.runId).hex if facet.root else parent
    link = PendingFact(kinds.run_parent(parent, root), KeyScope.RUN_ITSELF)
    facts: list[Fact] = []
    for ancestor, named in ((parent, facet.job), (root, facet.root.job if facet.root else facet.job)):
        if named is not None:
            job = JobId(named.namespace, named.name)
            facts += [kinds.node(job), kinds.run_stub(ancestor, job)]
    return EventPart(tuple(facts), (link,))
