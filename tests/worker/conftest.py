"""The worker's resources around the session that all tests share, and a small world in the store."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from pyspark.sql import SparkSession

from headwater.model.edges import EdgeKind
from headwater.settings import Settings
from headwater.worker.bootstrap import build_resources
from headwater.worker.resources import Resources
from tests.worker.stored_graph import StoredGraph


@pytest.fixture
def stored(connection: psycopg.Connection[Any]) -> StoredGraph:
    return StoredGraph(connection)


@pytest.fixture
def resources(spark: SparkSession, database_url: str, tmp_path: Path) -> Iterator[Resources]:
    built = build_resources(Settings(home=tmp_path), database_url, spark)
    yield built
    built.pipeline.connection.close()


@pytest.fixture
def chain(stored: StoredGraph) -> list[int]:
    """A chain of three datasets with a column each."""
    world = stored.world
    datasets = [world.dataset(f"d{n}") for n in range(3)]
    columns = [world.column(dataset, "c") for dataset in datasets]
    for kind, nodes in ((EdgeKind.FEEDS, datasets), (EdgeKind.COLUMN, columns)):
        for place in (1, 2):
            world.edge(kind, nodes[place - 1], nodes[place], owner=datasets[place])
    stored.label(columns[0], "internal")
    world.publish(*datasets[1:])
    return datasets
