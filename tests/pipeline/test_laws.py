"""The laws of the log: order and repeats do not matter, and what is served can be made again."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.pipeline.conftest import World
from tests.pipeline.random_events import histories
from tests.pipeline.served import served

pytestmark = pytest.mark.spark

# Each example is several passes through Spark and a database of its own, too slow to shrink.
few = settings(
    max_examples=6,
    # The same histories each time, so that a change is judged by itself; take this out to search on.
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[
        HealthCheck.function_scoped_fixture,
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
    ],
)


@few
@given(history=histories, seed=st.integers(0, 1000))
def test_any_order_any_repeats_and_any_batches_end_in_the_same_rows(
    new_world: Callable[[], World], history: list[dict[str, Any]], seed: int
) -> None:
    shuffled = [*history, *Random(seed).sample(history, len(history) // 2)]
    Random(seed).shuffle(shuffled)

    in_order = new_world().take(history)
    otherwise = new_world().take(*_cut(shuffled, 4))

    assert served(otherwise.connection) == served(in_order.connection)


@few
@given(history=histories, step=st.integers(1, 15))
def test_a_rebuild_ends_in_the_rows_that_the_stream_published(
    new_world: Callable[[], World], history: list[dict[str, Any]], step: int
) -> None:
    world = new_world().take(*_cut(history, 3))
    streamed = served(world.connection)

    world.rebuild(step)

    assert served(world.connection) == streamed


@few
@given(history=histories)
def test_a_batch_published_again_changes_nothing(
    new_world: Callable[[], World], history: list[dict[str, Any]]
) -> None:
    world = new_world().take(history)
    once = served(world.connection)
    world.connection.execute("update pipeline_state set position = 0")

    world.process(0, 10_000)

    assert served(world.connection) == once


def _cut(events: list[dict[str, Any]], count: int) -> list[list[dict[str, Any]]]:
    return [events[start::count] for start in range(count)]
