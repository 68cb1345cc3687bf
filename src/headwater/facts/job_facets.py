"""What the facets of a run and of its job state: parents, roots, the end of a job."""

from collections.abc import Callable
from typing import Any

from headwater.facts.asset_facet import ASSET, asset_facet
from headwater.facts.dataset_facets import lifecycle
from headwater.facts.declared_edges import DECLARED_EDGES, declared_edges
from headwater.facts.facets import DeclaredEdgesFacet, LifecycleFacet, ParentFacet, SqlFacet
from headwater.facts.fact import Fact, job_node
from headwater.facts.part import Occasion, Part, Waiting, interpreted, joined, kept, remembered
from headwater.facts.sql_text import sql_text
from headwater.model.ids import JobId, digest, run_uuid


@remembered
def job_facet(raw: bytes, name: str, job: JobId) -> Part:
    where = f"job.facets.{name}"

    def keep(value: str | None) -> Part:
        return Part((Fact("facet", digest(job.key, name), node=job.key, name=name, value=value),))

    if name == ASSET:
        return asset_facet(raw, job.key, where)
    known = KNOWN.get(name)
    if known is None:
        return kept(raw, where, keep)
    shape, meaning = known
    return joined(kept(raw, where, keep), interpreted(raw, shape, lambda facet: meaning(job, facet), where))


@remembered
def run_facet(raw: bytes, name: str) -> Part:
    where = f"run.facets.{name}"

    def keep(value: str | None) -> Part:
        return Part(waiting=(Waiting(Fact("run_facet", name, name=name, value=value), Occasion.RUN),))

    if name != "parent":
        return kept(raw, where, keep)
    return joined(kept(raw, where, keep), interpreted(raw, ParentFacet, _parent, where))


KNOWN: dict[str, tuple[type[Any], Callable[[JobId, Any], Part]]] = {
    "lifecycleStateChange": (LifecycleFacet, lambda job, facet: lifecycle(job.key, facet)),
    "sql": (SqlFacet, lambda _job, facet: sql_text(facet)),
    DECLARED_EDGES: (DeclaredEdgesFacet, lambda _job, facet: declared_edges(facet)),
}


def _parent(facet: ParentFacet) -> Part:
    """The parent and root runs exist from now on, even if their own events never come."""
    parent = run_uuid(facet.run.runId).hex
    root = run_uuid(facet.root.run.runId).hex if facet.root else parent
    link = Waiting(Fact("run_parent", "", source=parent, target=root), Occasion.RUN)
    facts: list[Fact] = []
    for ancestor, named in ((parent, facet.job), (root, facet.root.job if facet.root else facet.job)):
        job = JobId(named.namespace, named.name)
        facts += [
            job_node(job),
            Fact("run_stub", digest(ancestor, job.key), run=ancestor, owner=job.key),
        ]
    return Part(tuple(facts), (link,))
