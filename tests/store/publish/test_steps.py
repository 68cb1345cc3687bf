"""The steps of publishing know the kinds of facts that they are about."""

import pytest

from headwater.facts.kinds import KINDS, FactKind
from headwater.store.publish.steps import STEPS

KEPT = [kind for kind in KINDS.values() if kind.step is not None]


@pytest.mark.parametrize("kind", KEPT, ids=lambda kind: kind.name)
def test_the_step_of_a_kind_is_not_skipped_when_the_batch_holds_it(kind: FactKind) -> None:
    assert kind.step is not None
    assert kind.step in STEPS
    only_with = STEPS[kind.step]
    assert not only_with or kind.name in only_with
