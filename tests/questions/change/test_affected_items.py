"""Certain before uncertain, critical before the rest, near before far; in pages as in one."""

import numpy as np

from headwater.graph.affected import AffectedAssets
from headwater.questions.change.affected_items import ranked_places


def assets(*rows: tuple[int, int, bool]) -> AffectedAssets:
    nodes, depth, known = (np.array(column) for column in zip(*rows, strict=True))
    flags = np.zeros(len(rows), np.bool_)
    return AffectedAssets(nodes.astype(np.int32), depth.astype(np.int32), known, flags, flags, nodes)


SOME = assets((5, 1, False), (6, 3, True), (7, 1, True), (8, 2, True), (9, 1, True))
TIERS = {6: "1", 5: "1", 8: "gold", 9: "3"}


def test_what_is_certain_and_critical_comes_first() -> None:
    assert SOME.nodes[ranked_places(SOME, TIERS, None, 100).shown].tolist() == [8, 6, 9, 7, 5]


def test_pages_go_on_where_the_last_ended() -> None:
    cursor, found = None, []
    for _ in range(3):
        page = ranked_places(SOME, TIERS, cursor, 2)
        found += SOME.nodes[page.shown].tolist()
        cursor = page.next_cursor
    assert (found, cursor) == ([8, 6, 9, 7, 5], None)
