"""How many files an event passes on its way to `/impact`, and how often that way changes its folder.

Counted are files of `src/headwater` of which a function is called, in the order in which each is first met,
from the request that brings an event to the answer that shows it. Everything is warm; the event, its job and
its tables are new. `pytest -s` prints the way.
"""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain, pairwise
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import headwater
from headwater.api import flushing
from headwater.pipeline.batch import LogPipeline, connect
from headwater.pipeline.read import read_in_place
from headwater.pipeline.sql_lineage import InPlaceAnalyst
from headwater.pipeline.stream import publish_next
from headwater.store.publish import Publisher
from tests.builders import dataset, run_event
from tests.running import RunningApi, running_api

SOURCE = str(Path(headwater.__file__).parent) + "/"
MOST_FILES, MOST_CHANGES = 80, 45
# Who does what on the way; threads that serve others (search follows the same log) are not named here.
SERVER, POOL, FOLLOWER, PUBLISHER = "server", "pool", "live-graph", "MainThread"
STATIONS = (
    ("send", SERVER),
    ("publish", PUBLISHER),
    ("publish", FOLLOWER),
    ("ask", FOLLOWER),
    ("ask", SERVER),
    ("ask", POOL),
)


def role() -> str:
    name = threading.current_thread().name
    if name.startswith("AnyIO"):
        return POOL
    return SERVER if name.startswith("Thread-") else name


class Way:
    """Files as they are met at each station: what goes on at once has no order."""

    def __init__(self) -> None:
        self.step = ""
        self._met: dict[tuple[str, str], dict[str, None]] = {}

    def note(self, frame: FrameType, event: str, _argument: object) -> None:
        name = frame.f_code.co_filename
        if self.step and event == "call" and name.startswith(SOURCE):
            self._met.setdefault((self.step, role()), {})[name.removeprefix(SOURCE)] = None

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Threads that start while the block lasts are watched as well."""
        threading.setprofile(self.note)
        sys.setprofile(self.note)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    def files(self) -> list[str]:
        return list(dict.fromkeys(chain.from_iterable(self._met.get(one, ()) for one in STATIONS)))


def event(number: int) -> dict[str, Any]:
    source, target, column = f"orders{number}", f"daily{number}", f"amount{number}"
    fields = {"fields": [{"name": column, "type": "int"}]}
    used = [{"namespace": "warehouse", "name": source, "field": column}]
    lineage = {"fields": {column: {"inputFields": used}}}
    return run_event(
        f"r{number}",
        "COMPLETE",
        "09:00",
        job=f"load{number}",
        inputs=(dataset(source, schema=fields),),
        outputs=(dataset(target, schema=fields, columnLineage=lineage),),
    )


def send_and_ask(api: RunningApi, pipeline: LogPipeline, number: int, way: Way | None = None) -> Any:
    def begin(step: str) -> None:
        if way is not None:
            way.step = step

    begin("send")
    position = api.send(event(number)).json()["position"]
    begin("publish")
    publish_next(pipeline, 1000)
    begin("ask")
    asked = {"asset": f"orders{number}", "column": f"amount{number}", "min_position": position}
    answer = api.get("/api/v1/impact", **asked).json()
    begin("")
    return answer


def test_an_event_passes_few_files_on_its_way_to_an_answer(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Counts that are written down now and then would come in between.
    monkeypatch.setattr(flushing, "FLUSH_SECONDS", 3600.0)
    way = Way()
    with way.watched(), running_api(database_url) as api:
        publisher, read = Publisher(50, InPlaceAnalyst()), partial(read_in_place, database_url)
        with connect(database_url) as connection:
            pipeline = LogPipeline(publisher, connection, read)
            for number in range(2):
                send_and_ask(api, pipeline, number)
            answer = send_and_ask(api, pipeline, 2, way)
    files = way.files()
    changes = sum(Path(one).parent != Path(other).parent for one, other in pairwise(files))
    print(*files, f"{len(files)} files, {changes} changes of folder", sep="\n")
    assert {one["node"]["name"] for one in answer["affected"]} == {"load2", "daily2"}
    assert len(files) <= MOST_FILES
    assert changes <= MOST_CHANGES
