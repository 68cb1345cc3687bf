"""What came and went between two flows: arcs, and which job makes them."""

import numpy as np

from headwater.graph.analytics.flow_changes import FlowArcs
from headwater.graph.analytics.flow_graph import FlowGraph

IDS = np.array([10, 20, 30, 2_000_000_000], np.int32)


def arcs(*made: tuple[int, int, int]) -> FlowArcs:
    """From source, target and job (-1 for none), by place in `IDS`."""
    source, target, owner = (np.array(column, np.int32) for column in zip(*made, strict=True))
    flow = FlowGraph(IDS, np.zeros(len(IDS), np.bool_), source, target, np.arange(len(made), dtype=np.int32))
    return FlowArcs.from_flow(flow, owner)


def changed(after: FlowArcs, before: FlowArcs) -> list[int]:
    return [int(end) for end in after.changed_ends(before)]


def test_the_same_arcs_in_another_order_are_no_change() -> None:
    assert changed(arcs((0, 1, -1), (1, 3, 7)), arcs((1, 3, 7), (0, 1, -1), (0, 1, -1))) == []


def test_both_ends_of_what_came_and_of_what_went_are_named() -> None:
    assert changed(arcs((0, 1, -1), (1, 3, -1)), arcs((0, 1, -1), (1, 2, -1))) == [20, 30, 2_000_000_000]


def test_another_job_for_the_same_arc_changes_what_its_source_reaches() -> None:
    assert changed(arcs((0, 1, 7)), arcs((0, 1, 8))) == [10]
