"""One fake OpenMetadata for each test."""

from collections.abc import Iterator

import pytest

from tests.connectors.openmetadata.fake_server import FakeOpenMetadata, fake_openmetadata


@pytest.fixture
def catalog() -> Iterator[FakeOpenMetadata]:
    with fake_openmetadata() as fake:
        yield fake
