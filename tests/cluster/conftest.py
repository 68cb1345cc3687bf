"""One cluster and one pair of workers for all tests here, as starting them takes a good while."""

from collections.abc import Iterator

import pytest

from tests.cluster.sides import Sides, two_sides
from tests.cluster.spark_cluster import SparkCluster, spark_cluster
from tests.tcp_postgres import tcp_postgres


@pytest.fixture(scope="session")
def cluster() -> Iterator[SparkCluster]:
    with spark_cluster() as running:
        yield running


@pytest.fixture(scope="session")
def sides(cluster: SparkCluster) -> Iterator[Sides]:
    with tcp_postgres() as postgres, two_sides(postgres.url, cluster) as started:
        yield started
