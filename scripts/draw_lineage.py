"""Draws the README's picture: what is made from one dataset of a running demo, as an SVG in layers.

    .venv/bin/python scripts/draw_lineage.py > docs/images/shopflow.svg

Filled boxes are reached by the column as well: they are what its removal hurts.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterable
from html import escape
from typing import Any, NamedTuple

import httpx

WIDTH, HEIGHT = 210, 34
ACROSS, DOWN = 265, 56
MARGIN, HEADER = 20, 46

STYLE = """
  <style>
    text { font: 13px ui-sans-serif, system-ui, "Segoe UI", "DejaVu Sans", sans-serif; fill: #17324d; }
    .title { font-weight: 600; font-size: 14px; }
    .box { fill: #ffffff; stroke: #7b93ab; }
    .hurt { fill: #fde8d7; stroke: #c8641b; }
    .root { fill: #17324d; stroke: #17324d; }
    .onroot { fill: #ffffff; font-weight: 600; }
    path { fill: none; stroke: #9fb1c4; stroke-width: 1.4; }
  </style>"""

Edges = set[tuple[str, str]]
Places = dict[str, tuple[int, int]]


class Picture(NamedTuple):
    root: str
    edges: Edges
    hurt: set[str]
    title: str


def ask(url: str, name: str, column: str, as_of: str) -> Picture:
    """The datasets below `name`, and which of them the column reaches, at one time."""

    def downstream(**more: Any) -> Any:
        parameters = {"name": name, "as_of": as_of, "limit": 1000, **more}
        reply = httpx.get(f"{url}/api/v1/graph/downstream", params=parameters)
        return reply.raise_for_status().json()

    whole, by_column = downstream(jobs=False), downstream(column=column)
    edges = {(edge["source"], edge["target"]) for edge in whole["edges"]}
    hurt = {dataset_of(node["node"]["id"]) for node in by_column["nodes"]}
    title = f"Made from {label(whole['root']['id'])}; filled: what losing {column} hurts"
    return Picture(whole["root"]["id"], edges, hurt, title)


def dataset_of(column_id: str) -> str:
    """The dataset's id in a column's.

    >>> dataset_of("column:looker/revenue_overview#gross_revenue_usd")
    'dataset:looker/revenue_overview'
    """
    return column_id.replace("column:", "dataset:").partition("#")[0]


def layers(root: str, edges: Edges) -> dict[str, int]:
    """The longest way from the root to each node, so that every edge points to a later layer."""
    layer = {root: 0}
    nodes = {node for edge in edges for node in edge}
    for _ in nodes:
        for source, target in edges:
            if source in layer and target != root:
                layer[target] = max(layer.get(target, 0), layer[source] + 1)
    return {node: min(depth, len(nodes)) for node, depth in layer.items()}


def places(layer: dict[str, int], edges: Edges) -> Places:
    """Each layer is a column, centred; a node stands near the middle of what leads to it."""
    rows: dict[str, float] = {}
    found: Places = {}
    columns = defaultdict(list)
    for node, depth in layer.items():
        columns[depth].append(node)
    tallest = max(map(len, columns.values()))
    for depth in sorted(columns):
        ordered = sorted(columns[depth], key=lambda node: (_middle(node, edges, rows), node))
        first = (tallest - len(ordered)) / 2
        for index, node in enumerate(ordered):
            rows[node] = first + index
            found[node] = (MARGIN + depth * ACROSS, HEADER + round(rows[node] * DOWN))
    return found


def _middle(node: str, edges: Edges, rows: dict[str, float]) -> float:
    above = [rows[source] for source, target in edges if target == node and source in rows]
    return sum(above) / len(above) if above else 0.0


def draw(picture: Picture) -> str:
    at = places(layers(picture.root, picture.edges), picture.edges)
    width = max(x for x, _ in at.values()) + WIDTH + MARGIN
    height = max(y for _, y in at.values()) + HEIGHT + MARGIN
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{escape(picture.title)}">',
        STYLE.strip("\n"),
        '  <rect width="100%" height="100%" rx="8" fill="#f6f9fc"/>',
        f'  <text class="title" x="{MARGIN}" y="28">{escape(picture.title)}</text>',
        *_arrows(picture.edges, at),
        *_boxes(picture, at),
        "</svg>\n",
    ]
    return "\n".join(lines)


def _arrows(edges: Edges, at: Places) -> Iterable[str]:
    for source, target in sorted(edges):
        (x1, y1), (x2, y2) = at[source], at[target]
        x1, y1, y2 = x1 + WIDTH, y1 + HEIGHT // 2, y2 + HEIGHT // 2
        bend = (x2 - x1) // 2
        yield f'  <path d="M{x1} {y1} C{x1 + bend} {y1} {x2 - bend} {y2} {x2} {y2}"/>'


def _boxes(picture: Picture, at: Places) -> Iterable[str]:
    for node, (x, y) in sorted(at.items()):
        kind = "root" if node == picture.root else "hurt" if node in picture.hurt else "box"
        ink = "onroot" if node == picture.root else "name"
        yield f'  <rect class="{kind}" x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="6"/>'
        middle = f'x="{x + WIDTH // 2}" y="{y + HEIGHT // 2 + 5}" text-anchor="middle"'
        yield f'  <text class="{ink}" {middle}>{escape(label(node))}</text>'


def label(node: str) -> str:
    """A short name for a box.

    >>> label("dataset:ecommerce_warehouse/shopflow.marts.fct_revenue"), label("dataset:looker/overview")
    ('marts.fct_revenue', 'looker/overview')
    """
    name = node.partition(":")[2]
    return name.removeprefix("ecommerce_warehouse/").removeprefix("shopflow.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--name", default="shopflow.sales.orders")
    parser.add_argument("--column", default="amount_usd")
    parser.add_argument("--as-of", default="2026-04-20T01:00:00Z")
    given = parser.parse_args()
    print(draw(ask(given.url, given.name, given.column, given.as_of)), end="")


if __name__ == "__main__":
    main()
