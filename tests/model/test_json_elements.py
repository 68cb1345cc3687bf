"""Batches taken apart: the same elements by the fast way and the careful one, and never too many."""

import time

import pytest

from headwater.errors import BadEventError, NotJsonError, TooManyEventsError
from headwater.model import json_elements
from headwater.model.json_elements import JsonScanner, array_parts, line_parts

EVENT = b'{"eventTime": "2026-04-20T02:00:00Z", "note": "a, b]"}'


def test_a_batch_of_events_is_split_undecoded() -> None:
    assert [bytes(part) for part in array_parts(b"[" + EVENT + b" ,\n" + EVENT + b"] ")] == [EVENT, EVENT]


@pytest.mark.parametrize("odd", [b"1", b"{}", b'{"a": NaN}', b'"x"', b"[[], {}]"])
def test_the_careful_way_gives_each_element_as_it_came(odd: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_elements, "SMALL_BODY", 0)
    assert [bytes(part) for part in array_parts(b"[ " + EVENT + b", " + odd + b" ]")] == [EVENT, odd]
    assert array_parts(b" [ ] ") == []


def test_sixty_megabytes_of_digits_are_refused_at_once() -> None:
    body = b"[" + b"1," * 30_000_000 + b"1]"
    began = time.monotonic()
    with pytest.raises(TooManyEventsError):
        array_parts(body)
    with pytest.raises(TooManyEventsError):
        line_parts(b"1\n" * 30_000_000)
    assert time.monotonic() - began < 3


@pytest.mark.parametrize("body", [b"[1, 2", b"[1 2]", b"[1,]", b"[1] 2", b"[\xff]", b"", b"[" * 100_000])
def test_what_is_not_json_is_refused(body: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_elements, "SMALL_BODY", 0)
    with pytest.raises(NotJsonError):
        array_parts(body)


def test_what_is_no_array_is_refused() -> None:
    with pytest.raises(BadEventError, match="array"):
        array_parts(EVENT)


def test_blank_lines_are_passed_over() -> None:
    assert line_parts(b"\n{}\r\n  \n[]") == [b"{}", b"[]"]


def test_an_object_is_read_name_by_name() -> None:
    scanner = JsonScanner(b'{"a": 1, "b" : [2, 3]}')
    assert {name: scanner.value() for name in scanner.names()} == {"a": 1, "b": [2, 3]}
    scanner.end()
