"""How each answer looks: its rows, its drawing, and the sentence that sums it up."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from headwater.answers.base import Answer, Node
from headwater.answers.change import AffectedAsset, AssetTotals, BreakingChanges, Impact, Step, Upstream
from headwater.answers.lineage import AttributeDifference, Diff, Edge, Paths, SchemaDifference, Walk
from headwater.documents.formats import Drawing, DrawnLine, Grid, Shape, joined
from headwater.documents.words import count, moment, short

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class View(Generic[T]):
    """`total` is how many rows there are in all, however many the answer holds."""

    grid: Callable[[T], Grid]
    drawing: Callable[[T], Drawing]
    total: Callable[[T], int]
    summary: Callable[[T], str]


def shape(node: Node) -> Shape:
    return Shape(node.id, node.kind, str(node))


# Drawn dashed: these edges shape the target without carrying values to it.
INDIRECT = {"column_indirect", "column_to_dataset"}


def _line(source: str, target: str, job: str | None, kind: str) -> DrawnLine:
    # At dataset level jobs are nodes, and an edge from or to one need not name it again.
    through = "" if job in (source, target) else short(job)
    return DrawnLine(source, target, through, kind in INDIRECT)


def _step_line(step: Step) -> DrawnLine:
    return _line(step.source, step.target, step.job, step.kind)


def _edge_line(edge: Edge) -> DrawnLine:
    return _line(edge.source, edge.target, edge.job, edge.kind)


def _reached(root: Node, column: str | None, reached: Sequence[AffectedAsset]) -> Drawing:
    """What the paths show is not drawn again, where it would stand alone."""
    steps = [step for item in reached for step in item.path]
    lines = tuple(dict.fromkeys(map(_step_line, steps)))
    ends = {end for line in lines for end in (line.source, line.target)}
    # Sorted: a set has no order, and the same answer should give the same drawing.
    homes = {end: _home(end) for end in sorted(ends) if end.startswith("column:")}
    shown = ({*homes.values()} | {step.job for step in steps}) - ends
    within = tuple(DrawnLine(end, home, dashed=True) for end, home in homes.items() if home in ends)
    roots = () if column and lines else (shape(root),)
    others = (shape(item.node) for item in reached if item.node.id not in shown)
    return Drawing((*roots, *others), lines + within)


def _home(column_id: str) -> str:
    """
    >>> _home("column:shop/orders#id")
    'dataset:shop/orders'
    """
    return "dataset:" + short(column_id).rpartition("#")[0]


def _affected_row(item: AffectedAsset) -> tuple[str, ...]:
    columns = joined(item.columns, item.columns_total)
    known = "column" if item.level == "column" else "dataset only"
    via = short(item.path[-1].job) if item.path else ""
    row = (str(item.depth), str(item.node), columns, item.type or "", joined(item.owners), item.tier or "")
    return (*row, known, via)


AFFECTED = ("depth", "name", "columns", "type", "owners", "tier", "known by", "via")


def _impact_summary(answer: Impact) -> str:
    total = answer.total
    counts = [
        count(total.datasets, "dataset"),
        count(total.dashboards, "dashboard"),
        count(total.pipelines, "pipeline"),
    ]
    if total.queries:
        counts.append(f"{count(total.queries, 'query', 'queries')} of {count(total.users, 'user')}")
    whom = [f"{owner.name} ({owner.affected})" for owner in answer.owners]
    owned = f"; owners: {joined(whom)}" if whom else ""
    return f"{count(total.assets, 'asset')} affected{_chosen(total)}: {', '.join(counts)}{owned}"


def _chosen(total: AssetTotals) -> str:
    """A filter that finds nothing must not read as if nothing were affected."""
    return "" if total.matching == total.assets else f", of which {total.matching} match the filters"


IMPACT: View[Impact] = View(
    grid=lambda answer: Grid(AFFECTED, tuple(map(_affected_row, answer.affected))),
    drawing=lambda answer: _reached(answer.asset, answer.column, answer.affected),
    total=lambda answer: max(answer.total.matching, len(answer.affected)),
    summary=_impact_summary,
)

UPSTREAM: View[Upstream] = View(
    grid=lambda answer: Grid(
        (*AFFECTED, "origin"),
        tuple((*_affected_row(item), "yes" if item.is_origin else "") for item in answer.sources),
    ),
    drawing=lambda answer: _reached(answer.asset, answer.column, answer.sources),
    total=lambda answer: max(answer.total.matching, len(answer.sources)),
    summary=lambda answer: f"made from {count(answer.total.assets, 'asset')}{_chosen(answer.total)}",
)

LINEAGE: View[Walk] = View(
    grid=lambda answer: Grid(
        ("side", "depth", "kind", "name"),
        tuple((answer.direction, str(item.depth), item.node.kind, str(item.node)) for item in answer.nodes),
    ),
    drawing=lambda answer: Drawing(
        (shape(answer.root), *(shape(item.node) for item in answer.nodes)), _edge_lines(answer.edges)
    ),
    total=lambda answer: max(answer.total.nodes, len(answer.nodes)),
    summary=lambda answer: (
        f"{answer.direction}: {count(answer.total.datasets, 'dataset')}, "
        f"{count(answer.total.columns, 'column')}, {count(answer.total.jobs, 'job')}"
    ),
)


def _edge_lines(edges: Iterable[Edge]) -> tuple[DrawnLine, ...]:
    return tuple(dict.fromkeys(map(_edge_line, edges)))


PATHS: View[Paths] = View(
    grid=lambda answer: Grid(
        ("hops", "path"),
        tuple((str(path.hops), " → ".join(map(str, path.nodes))) for path in answer.paths),
    ),
    drawing=lambda answer: Drawing(
        tuple(dict.fromkeys(shape(node) for path in answer.paths for node in path.nodes)),
        _edge_lines(edge for path in answer.paths for edge in path.edges),
    ),
    # Paths are counted only as far as they are listed; `complete` says whether there may be more.
    total=lambda answer: len(answer.paths),
    summary=lambda answer: (
        count(len(answer.paths), "path") + ("" if answer.complete else ", and there may be more")
    ),
)


def _diff_summary(answer: Diff) -> str:
    parts = [f"{answer.appeared} appeared, {answer.vanished} vanished"]
    parts += [f", {answer.origin_changed} with another origin"] * bool(answer.origin_changed)
    parts += [f"; {count(answer.schemas.total, 'schema change')}"] * bool(answer.schemas.total)
    changed = answer.attributes.total
    parts += [f"; owners, tags or classes of {count(changed, 'node')}"] * bool(changed)
    parts += [f"\n{line}" for item in answer.schemas.items for line in _schema_lines(item)]
    parts += [f"\n{_attribute_line(item)}" for item in answer.attributes.items]
    return "".join(parts)


def _attribute_line(item: AttributeDifference) -> str:
    where = f"{item.node}#{item.column}" if item.column else str(item.node)
    old, new = (", ".join(values) or "nothing" for values in (item.old, item.new))
    return f"{moment(item.at)} {where} {item.attribute}: {old} -> {new}"


def _schema_lines(item: SchemaDifference) -> Iterator[str]:
    where = f"{moment(item.at)} {item.dataset}"
    if not item.columns:
        yield f"{where}: columns stand in another order"
    for one in item.columns:
        types = " to ".join(kind for kind in (one.old_type, one.new_type) if kind)
        yield f"{where}#{one.column} {one.change}{f' ({types})' if types else ''}"


DIFF: View[Diff] = View(
    grid=lambda answer: Grid(
        ("at", "change", "from", "to", "kind", "job"),
        tuple(
            (
                moment(change.at),
                change.change,
                short(change.edge.source),
                short(change.edge.target),
                change.edge.kind,
                short(change.edge.job),
            )
            for change in answer.changes
        ),
    ),
    drawing=lambda answer: Drawing(
        lines=tuple(
            DrawnLine(change.edge.source, change.edge.target, change.change, change.change == "vanished")
            for change in answer.changes
        )
    ),
    total=lambda answer: answer.appeared + answer.vanished + answer.origin_changed,
    summary=_diff_summary,
)


def changes_grid(answer: BreakingChanges) -> Grid:
    rows = tuple(
        (
            change.verdict,
            change.kind.replace("_", " "),
            change.column,
            change.new_name or "",
            f"{change.probability:.2f}" if change.probability is not None else "",
            change.reason,
        )
        for change in answer.changes
    )
    return Grid(("verdict", "change", "column", "new name", "probability", "reason"), rows)


# Walks are missing: `headwater lineage` shows up to two of them at once, and picks the view itself.
VIEWS: dict[type[Answer], View[Any]] = {Impact: IMPACT, Upstream: UPSTREAM, Paths: PATHS, Diff: DIFF}
"""Answers that can be drawn. A command that shows one ends with 1 when it shows anything."""
