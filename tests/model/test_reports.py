"""Fields of signals and test results, checked one by one."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.errors import BadInputError
from headwater.model.reports import ASSERTION, SIGNAL, check
from tests.builders import result, signal

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("entity", ""), ("entity", 7), ("entity", None), ("entity", "x" * 2001), ("time", "soon")),
        *(("text", ""), ("text", None), ("text", "x" * 10_001), ("text", "\x00"), ("severity", "bad")),
        *(("severity", 3), ("link", "javascript:x"), ("link", "ftp://x"), ("author", "x" * 501)),
        *(("source", []), ("time", "0001-01-01T00:00:00Z"), ("wat", 1)),
    ],
)
def test_a_field_of_a_signal_that_can_not_be_used_is_named(field: str, value: Any) -> None:
    with pytest.raises(BadInputError) as refused:
        check(signal("orders") | {field: value}, SIGNAL)
    assert (refused.value.field, refused.value.code) == (field, "bad-signal")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("success", None), ("success", "yes"), ("success", 1), ("name", ""), ("name", 7)),
        *(("actual", {}), ("expected", [1]), ("actual", "x" * 10_001), ("message", 7), ("column", 7)),
    ],
)
def test_a_field_of_a_test_result_that_can_not_be_used_is_named(field: str, value: Any) -> None:
    with pytest.raises(BadInputError) as refused:
        check(result("orders", "fresh", True) | {field: value}, ASSERTION)
    assert (refused.value.field, refused.value.code) == (field, "bad-assertion")


@pytest.mark.parametrize(
    ("entity", "field"),
    [
        ({"name": "x"}, "entity.namespace"),
        ({"namespace": "x", "name": ""}, "entity.name"),
        ({"namespace": "x", "name": "x", "kind": "run"}, "entity.kind"),
        ({"namespace": "x", "name": "x", "wat": 1}, "entity.wat"),
        ({"namespace": "x", "name": "y" * 2001}, "entity.name"),
    ],
)
def test_a_part_of_an_entity_that_can_not_be_used_is_named(entity: Any, field: str) -> None:
    with pytest.raises(BadInputError) as refused:
        check(signal("orders") | {"entity": entity}, SIGNAL)
    assert refused.value.field == field


@given(JSON, st.sampled_from(SIGNAL.fields), st.sampled_from([SIGNAL, ASSERTION]))
def test_whatever_is_sent_is_taken_or_refused_with_its_field(value: Any, field: str, kind: Any) -> None:
    sent = signal("orders") if kind is SIGNAL else result("orders", "fresh", True)
    with suppress(BadInputError):
        assert field in check(sent | {field: value}, kind) or value is None
    check(sent, kind)
