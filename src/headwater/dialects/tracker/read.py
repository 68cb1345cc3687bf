"""The tracker's four questions, asked page by page to the end, with the full asset of each node."""

from collections.abc import Iterable, Iterator, Sequence

from headwater.answers.assets import Asset
from headwater.answers.change import AffectedAsset, BreakingChanges, SourceAsset
from headwater.answers.lineage import Edge
from headwater.dialects.tracker import translate, wire
from headwater.errors import NotReadyError
from headwater.questions.catalog.asset_catalog import full_assets
from headwater.questions.change.impact import impact
from headwater.questions.change.impact import upstream as upstream_question
from headwater.questions.compliance.flows import MOST_FLOWS, flows
from headwater.questions.reading import Reading
from headwater.store.queries.paging import MAX_LIMIT


def downstream(reading: Reading, name: str, column: str | None) -> wire.DownstreamImpact:
    affected: list[AffectedAsset] = []
    cursor: str | None = None
    while True:
        # The tracker has no pages, so ours are joined; within one reading they all show the same graph.
        page = impact(reading, name, column, limit=MAX_LIMIT, cursor=cursor)
        affected += page.affected
        cursor = page.next_cursor
        if cursor is None:
            return _impact(reading, name, page.asset.id, affected)


def upstream(reading: Reading, name: str, column: str | None) -> wire.UpstreamLineage:
    sources: list[SourceAsset] = []
    edges: dict[str, Edge] = {}
    cursor: str | None = None
    while True:
        page = upstream_question(reading, name, column, limit=MAX_LIMIT, cursor=cursor)
        sources += page.sources
        # An edge between assets of two pages comes with both of them.
        edges |= {translate.id_of(edge): edge for edge in page.transformations}
        cursor = page.next_cursor
        if cursor is None:
            break
    names = translate.NodeNames([page.asset, *(one.node for one in sources)])
    return wire.UpstreamLineage(
        sources=[
            wire.UpstreamAsset(**translate.asset_fields(known), depth=one.depth)
            for one, known in zip(sources, _full(reading, sources), strict=True)
        ],
        transformations=[translate.edge(one, names) for one in edges.values()],
    )


def breaking(reading: Reading, found: BreakingChanges) -> wire.DetectedChanges:
    changes = found.changes
    return wire.DetectedChanges(
        removedColumns=[change.column for change in changes if change.kind in ("removed", "renamed")],
        renamedColumns=[
            wire.RenamedColumn(old=change.column, new=change.new_name)
            for change in changes
            if change.kind == "renamed" and change.new_name
        ],
        typeChanges=[
            # Their types are texts and never null; one that nobody stated is empty.
            wire.RetypedColumn(
                column=change.column, oldType=change.old_type or "", newType=change.new_type or ""
            )
            for change in changes
            if change.kind == "type_changed"
        ],
        downstreamImpact=_impact(reading, found.asset.name, found.asset.id, found.impact.affected),
    )


def pii_flows(reading: Reading, classification: str) -> list[wire.PiiFlow]:
    return list(_pii_flows(reading, classification))


def _pii_flows(reading: Reading, classification: str) -> Iterator[wire.PiiFlow]:
    cursor: str | None = None
    while True:
        # Their shape has no place for "there are more", so as many flows as one answer may hold.
        page = flows(
            reading, classification=classification, limit=MAX_LIMIT, cursor=cursor, flows_limit=MOST_FLOWS
        )
        yield from (translate.pii_flow(source) for source in page.sources)
        cursor = page.next_cursor
        if cursor is None:
            return


def _impact(
    reading: Reading, name: str, root: str, affected: Iterable[AffectedAsset]
) -> wire.DownstreamImpact:
    found = list(affected)
    full = _full(reading, found)
    # The root need not be among the assets found, but every path begins with it.
    names = translate.NodeNames([one.node for one in found], root_id=root, root_name=name)
    assets = [
        wire.ImpactedAsset(**translate.asset_fields(known), depth=one.depth, path=names.path(one))
        for one, known in zip(found, full, strict=True)
    ]
    return wire.DownstreamImpact(
        affectedAssets=assets,
        affectedDashboards=[one.name for one in assets if one.type == "dashboard"],
        affectedPipelines=[one.name for one in assets if one.type == "pipeline"],
    )


def _full(reading: Reading, found: Sequence[AffectedAsset]) -> list[Asset]:
    """The full asset of each, in the same order."""
    full = full_assets(reading, [one.node for one in found])
    if missing := next((one.node for one in found if one.node.id not in full), None):
        raise NotReadyError(f"`{missing}` is being rebuilt")
    return [full[one.node.id] for one in found]
