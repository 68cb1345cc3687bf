"""The main figures in two minutes, beside those that were published last: what fell? `make bench-quick`.

Compared is processor time, of the API and of its connections to PostgreSQL, or of this process: it says
nearly the same on a busy machine. What is left of the difference shows in a yardstick, a fixed piece of work
in the same run, by which all is divided. Spark takes no part: events pass through the pipeline in this
process, by the same functions. `python -m benchmarks quick` publishes.
"""

import asyncio
import hashlib
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import quote

import httpx
import numpy as np

from benchmarks.api import Api, serving_api
from benchmarks.events import events
from benchmarks.graph import SEED, dataset_graph, sampled
from benchmarks.ingest import request, send_all
from benchmarks.questions import fill
from benchmarks.system import database
from benchmarks.table import table
from benchmarks.watcher import pairs, register
from headwater.pipeline.batch import LogPipeline, connect
from headwater.pipeline.read import read_in_place
from headwater.pipeline.rebuild import rebuild
from headwater.pipeline.sql_lineage import InPlaceAnalyst
from headwater.store.publish import Publisher

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
TITLE = "In two minutes"
YARDSTICK = "yardstick: a thousand digests of 100 KB"
HEADER = ("what", "how many", "a second", "processor ms each")
# Two runs on one machine differ by less.
ALLOWED = 1.25

SINGLES, BATCHES, BATCH, PAIRS, PIPELINES = 2_000, 50, 100, 400, 16
CONNECTIONS, EDGES, QUESTIONS, WARM_UP = 64, 50_000, 60, 15
REACHED = (10, 1_000)


@dataclass(frozen=True)
class Figure:
    what: str
    count: int
    seconds: float
    processor_seconds: float

    @property
    def each(self) -> float:
        return self.processor_seconds / self.count * 1000

    def row(self) -> tuple[str, ...]:
        return self.what, f"{self.count:,}", f"{self.count / self.seconds:,.0f}", f"{self.each:.3f}"


def figures() -> Iterator[Figure]:
    yield _timed(YARDSTICK, 1_000, time.process_time, _digests)
    with database() as (_, url):
        with serving_api(url) as api:
            yield from _ingest(api)
            yield from _executions(api)
        yield _pipeline(url)
    with database() as (_, url):
        yield from _questions(url)


def _digests() -> None:
    for _ in range(1_000):
        hashlib.blake2b(bytes(100_000)).digest()


def _timed(what: str, count: int, processor: Callable[[], float], work: Callable[[], object]) -> Figure:
    used, began = processor(), time.perf_counter()
    work()
    return Figure(what, count, time.perf_counter() - began, processor() - used)


def _asked(what: str, count: int, api: Api, work: Callable[[], object]) -> Figure:
    """Of connections that PostgreSQL opened meanwhile, all that they used counts."""
    before, began = api.processor_seconds(), time.perf_counter()
    work()
    seconds, after = time.perf_counter() - began, api.processor_seconds()
    return Figure(what, count, seconds, sum(used - before.get(pid, 0.0) for pid, used in after.items()))


def _ingest(api: Api) -> Iterator[Figure]:
    warm, *singles = ([request("/api/v1/lineage", body) for body in events(SINGLES, seed=n)] for n in (1, 2))
    asyncio.run(send_all(api.address, warm[:200], CONNECTIONS))
    for sent in singles:
        work = partial(_send, api, sent, CONNECTIONS)
        yield _asked("events taken, one a request", len(sent), api, work)
    bodies = list(events(BATCHES * BATCH, seed=3))
    parts = (bodies[at : at + BATCH] for at in range(0, len(bodies), BATCH))
    batches = [request("/api/v1/lineage/batch", b"[" + b",".join(part) + b"]") for part in parts]
    yield _asked(f"events taken in batches of {BATCH}", len(bodies), api, partial(_send, api, batches, 4))


def _send(api: Api, requests: list[bytes], connections: int) -> None:
    asyncio.run(send_all(api.address, requests, connections))


def _executions(api: Api) -> Iterator[Figure]:
    numbers = [register(api.address, number) for number in range(PIPELINES)]

    def work(count: int) -> None:
        asyncio.run(pairs(api.address, numbers, count, PIPELINES))

    work(PIPELINES)
    yield _asked(f"executions started and ended by {PIPELINES} clients", PAIRS, api, partial(work, PAIRS))


def _pipeline(url: str) -> Figure:
    """Of this process alone: what publishing costs PostgreSQL stands in `benchmarks.throughput`."""
    publisher = Publisher(10, InPlaceAnalyst())
    pipeline = LogPipeline(publisher, connect(url), partial(read_in_place, url))
    count = SINGLES + BATCHES * BATCH
    work = partial(rebuild, pipeline, 1_000, lambda done, upto: None)
    return _timed("events through the pipeline, without Spark", count, time.process_time, work)


def _questions(url: str) -> Iterator[Figure]:
    rng = np.random.default_rng(SEED)
    graph = dataset_graph(EDGES, rng)
    jobs = {int(owner) for owner in np.unique(graph.arcs.owner)}
    reaches = sampled(graph, "dataset", "downstream", rng)
    fill(url, graph)
    with serving_api(url) as api:
        for target in REACHED:
            node = min(reaches.keys() - jobs, key=lambda one: abs(reaches[one] - target))
            asset = quote(f"dataset:bench/dataset_{node}", safe="")
            for question in ("graph/downstream", "impact"):
                path = f"/api/v1/{question}?asset={asset}"
                _ask(api, path, WARM_UP)
                what = f"`{question}`, about {target:,} reached"
                yield _asked(what, QUESTIONS, api, partial(_ask, api, path, QUESTIONS))


def _ask(api: Api, path: str, count: int) -> None:
    with httpx.Client(base_url=api.address, timeout=60) as client:
        for _ in range(count):
            client.get(path).raise_for_status()


def run() -> str:
    return table(HEADER, [figure.row() for figure in figures()])


def published(page: str) -> dict[str, float]:
    """Processor milliseconds by what was measured, as the page has them.

    >>> published("## In two minutes\\n| a | 5 | 1,000 | 1.500 |\\n## Another\\n| b | 5 | 1 | 2.0 |")
    {'a': 1.5}
    """
    section = page.partition(f"## {TITLE}\n")[2].partition("\n## ")[0]
    return {what: float(each) for what, each in re.findall(r"^\| (.+?) \|.*\| ([\d.]+) \|$", section, re.M)}


def compared(found: Iterable[Figure], before: dict[str, float]) -> tuple[list[tuple[str, ...]], list[str]]:
    """A row for each figure, and those that fell; both in units of what the yardstick takes."""
    figures = list(found)
    slower = next((one.each / before[YARDSTICK] for one in figures if one.what in before), 1.0)
    rows, fell = [], []
    for figure in figures:
        known = before.get(figure.what)
        ratio = figure.each / slower / known if known else None
        rows.append((*figure.row(), "new" if ratio is None else f"{ratio:.2f}"))
        if ratio is not None and ratio > ALLOWED:
            fell.append(f"{figure.what}: {ratio:.2f} times the processor time that was published")
    return rows, fell


def main() -> int:
    before = published(PAGE.read_text())
    if not before:
        print(f"{PAGE.name} has no section `{TITLE}` to compare with: `python -m benchmarks quick` writes it")
    rows, fell = compared(figures(), before)
    print(table((*HEADER, "beside what was published"), rows))
    print("\n".join(fell) or "nothing fell")
    return 1 if fell else 0


if __name__ == "__main__":
    sys.exit(main())
