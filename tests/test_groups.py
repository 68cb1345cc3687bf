"""The groups of tests/conftest.py reach xdist: else each worker starts Spark, the system and the browser."""

import os

import pytest


def test_under_xdist_a_test_carries_its_group(request: pytest.FixtureRequest) -> None:
    alone = "PYTEST_XDIST_WORKER" not in os.environ
    assert alone or request.node.nodeid.endswith(f"@{request.path}")
