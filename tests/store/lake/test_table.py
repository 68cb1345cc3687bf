"""A lake in an object store does what one in a folder does. Needs a stand-in: `make test-object-store`."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pyarrow as pa
import pytest

from headwater.errors import LakeUnreachableError
from headwater.facts.telemetry.arrow import read_entries
from headwater.model.telemetry import TelemetryEntry
from headwater.store.erased_files import erase_files, find_in_files
from headwater.store.erased_text import ErasedText
from headwater.store.lake import table
from headwater.store.lake.lake import Lake
from headwater.store.lake.reading import spans_of_trace
from headwater.store.lake.table import LakeTable
from tests.facts.telemetry.requests import AT, span, traces
from tests.object_store import ObjectStore, needs_object_store, object_store

pytestmark = [needs_object_store, pytest.mark.server]

PERSON = "ann.doe@example.com"


@pytest.fixture(scope="module")
def store() -> Iterator[ObjectStore]:
    with object_store() as running:
        yield running


@pytest.fixture
def lake(
    store: ObjectStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Lake:
    for name, value in store.environment.items():
        monkeypatch.setenv(name, value)
    return Lake(tmp_path, f"s3://lake/{request.node.name}")


def write(target: LakeTable, upto: int) -> None:
    with suppress(LakeUnreachableError):
        target.write(rows(upto), upto)


def rows(position: int, body: str = "{}") -> pa.Table:
    return pa.table({"position": [position], "body": [body]})


def test_a_batch_is_one_commit_and_a_repeated_one_is_skipped(lake: Lake, tmp_path: Path) -> None:
    assert not lake.events.exists
    assert [lake.events.write(rows(upto), upto) for upto in (1, 1, 2)] == [1, 0, 1]
    assert (lake.events.position(), lake.events.delta.version()) == (2, 1)
    assert not list(tmp_path.iterdir())


def test_two_writers_of_the_same_batch_leave_it_once_or_say_so(lake: Lake) -> None:
    """Of two workers one leads; while one takes over from the other, both may write."""
    lake.events.write(rows(1), 1)
    writers = [Thread(target=write, args=(lake.events, upto)) for upto in range(2, 6)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    found = lake.events.delta.to_pyarrow_table()["position"].to_pylist()
    assert len(found) == len(set(found))
    assert lake.events.position() in range(2, 6)


def test_small_files_become_one(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "COMPACT_AFTER", 3)
    for upto in range(1, 5):
        lake.events.write(rows(upto), upto)
    assert len(lake.events.files()) == 4
    assert lake.events.compact()
    assert len(lake.events.files()) == 1
    assert lake.events.position() == 4


def test_an_old_trace_is_read_from_it(lake: Lake) -> None:
    body = traces(span(1), span(2, parent=1), span(3, trace=2))
    lake.write_telemetry(read_entries([TelemetryEntry(1, "traces", "protobuf", None, AT // 1000, body)]), 1)
    found = spans_of_trace(lake.spans, f"{1:032x}", ("span_id", "name", "start_ns"))
    assert len(found) == 2


def test_a_person_is_erased_from_every_object(lake: Lake) -> None:
    lake.events.write(rows(1, f"by {PERSON}"), 1)
    lake.events.write(rows(2, "by nobody"), 2)
    assert dict(find_in_files(lake, ErasedText(PERSON))).keys() == {"lake events"}
    erase_files(lake, ErasedText(PERSON))
    assert dict(find_in_files(lake, ErasedText(PERSON))) == {}
    assert lake.events.position() == 2
    bodies = lake.events.delta.to_pyarrow_table()["body"].to_pylist()
    assert sorted(bodies) == ["by [erased]", "by nobody"]


def test_erasing_goes_on_where_it_was_interrupted(lake: Lake) -> None:
    written = lake.events.beside("events.new")
    written.write(rows(3, "kept"), 3)
    erase_files(lake, ErasedText(PERSON))
    assert lake.events.delta.to_pyarrow_table()["body"].to_pylist() == ["kept"]
    assert not written.exists
