"""One system for all tests that can share one: starting Spark takes longer than most of them."""

from collections.abc import Iterator

import pytest

from tests.server.system import RunningSystem, running_system


@pytest.fixture(scope="session")
def system() -> Iterator[RunningSystem]:
    with running_system() as running:
        yield running


@pytest.fixture
def system_to_stop(system: RunningSystem) -> RunningSystem:
    """The shared system, for a test that ends it; such a test runs after all others."""
    return system


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: "system_to_stop" in getattr(item, "fixturenames", ()))
