"""The document's formula: its weights, its rule of dominance and plausibility, and the bonus of the chain."""

import pytest

from headwater.timemachine.baseline import Points
from headwater.timemachine.engine import explain
from headwater.timemachine.explanation import ModelName
from tests.timemachine.small_world import ALERT, LINEAGE, ORDERS, dropped_column, the_incident


def test_the_weights_are_those_of_the_document() -> None:
    assert Points(1, 1, 1, 1).total == pytest.approx(100)
    assert Points(1, 0, 0, 0).total == pytest.approx(35)
    assert Points(0, 1, 0, 0).total == pytest.approx(25)


def test_the_first_schema_change_is_named_where_it_is_plausible() -> None:
    found = explain(ALERT, the_incident(), LINEAGE, model=ModelName.BASELINE)
    assert found.model is ModelName.BASELINE
    assert found.cause is None or found.cause.suspect.entity == ORDERS
    ids = [one.suspect.id for one in (found.cause, *found.alternatives) if one is not None]
    assert "drop" in ids


def test_a_chain_of_failures_raises_the_confidence() -> None:
    found = explain(ALERT, the_incident(), LINEAGE, model=ModelName.BASELINE)
    drop = next(one for one in (found.cause, *found.alternatives) if one and one.suspect == dropped_column(6))
    assert drop.probability > drop.score / 100
    assert [line.what for line in drop.why] == ["temporal", "type", "severity", "distance"]
