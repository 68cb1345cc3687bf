"""What this process counts about itself, as Prometheus reads it: requests, events taken, appends refused."""

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from headwater.api.front_door import App, Message, Receive, Scope, Send
from headwater.errors import HeadwaterError
from headwater.log.protocol import Appended, EventLog
from headwater.model.events import Event

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
# Upper bounds in seconds: an acknowledgement takes milliseconds, a simulation seconds.
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
READS = ("GET", "HEAD")


@dataclass(frozen=True, slots=True)
class Metric:
    """One metric as a scrape shows it: a value for each set of labels, such as `status="200"`."""

    name: str
    kind: str
    help: str
    values: Mapping[str, float]

    def lines(self) -> Iterable[str]:
        yield f"# HELP {self.name} {self.help}"
        yield f"# TYPE {self.name} {self.kind}"
        suffixed = self.kind == "histogram"
        for labels, value in self.values.items():
            # The series of a histogram have names of their own, which stand before their labels.
            series = f"{self.name}{labels}" if suffixed else f"{self.name}{labels and f'{{{labels}}}'}"
            yield f"{series} {float(value)!r}"


def gauge(name: str, help: str, value: float | None) -> Metric:
    """What is not known is left out, which is how Prometheus says it."""
    return Metric(f"headwater_{name}", "gauge", help, {} if value is None else {"": value})


def exposition(metrics: Iterable[Metric]) -> str:
    return "".join(f"{line}\n" for metric in metrics for line in metric.lines())


@dataclass(slots=True)
class Counts:
    """Counted by the event loop alone; a scrape reads copies."""

    ingest_paths: frozenset[str] = frozenset()
    requests: Counter[tuple[str, str]] = field(default_factory=Counter)
    seconds: dict[str, list[int]] = field(default_factory=dict)
    total_seconds: dict[str, float] = field(default_factory=dict)
    events: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    rejected: Counter[str] = field(default_factory=Counter)

    def group(self, method: str, path: str) -> str:
        """Few and fixed: a label for each path would be one for each dataset."""
        if method == "POST" and path.rstrip("/") in self.ingest_paths:
            return "ingest"
        return "read" if method in READS else "write"

    def request(self, group: str, status: int, seconds: float) -> None:
        self.requests[group, str(status)] += 1
        buckets = self.seconds.setdefault(group, [0] * (len(BUCKETS) + 1))
        buckets[bisect_left(BUCKETS, seconds)] += 1
        self.total_seconds[group] = self.total_seconds.get(group, 0.0) + seconds

    def metrics(self) -> list[Metric]:
        requests = {f'group="{group}",status="{status}"': n for (group, status), n in self.requests.items()}
        events = {f'result="{result}"': self.events[result] for result in ("new", "duplicate")}
        refused = {f'code="{code}"': count for code, count in self.refused.items()}
        rejected = {f'code="{code}"': count for code, count in self.rejected.copy().items()}
        return [
            Metric("headwater_requests_total", "counter", "Requests answered, by status.", requests),
            Metric("headwater_request_seconds", "histogram", "Time to answer a request.", self._histogram()),
            Metric("headwater_events_total", "counter", "Events that are durable in the log.", events),
            Metric("headwater_events_rejected_total", "counter", "Events not taken, by reason.", rejected),
            Metric("headwater_appends_refused_total", "counter", "Requests the log did not take.", refused),
        ]

    def _histogram(self) -> dict[str, float]:
        found: dict[str, float] = {}
        for group, buckets in list(self.seconds.items()):
            below = 0
            for bound, count in zip((*map(str, BUCKETS), "+Inf"), buckets, strict=True):
                below += count
                found[f'_bucket{{group="{group}",le="{bound}"}}'] = below
            found[f'_sum{{group="{group}"}}'] = self.total_seconds[group]
            found[f'_count{{group="{group}"}}'] = below
        return found


class MeasuredApp:
    """The application behind it, with each request counted and timed."""

    def __init__(self, app: App, counts: Counts, prefix: str = "") -> None:
        self._app, self._counts, self._prefix = app, counts, prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, group = time.perf_counter(), self._group(scope)

        async def send_and_count(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._counts.request(group, message["status"], time.perf_counter() - began)
            await send(message)

        await self._app(scope, receive, send_and_count)

    def _group(self, scope: Scope) -> str:
        path: str = scope["path"]
        return self._counts.group(scope["method"], path.removeprefix(self._prefix))


class MeasuredLog:
    """The log behind it, with what it takes and refuses counted."""

    def __init__(self, log: EventLog, counts: Counts) -> None:
        self._log, self._counts = log, counts

    async def append(self, events: Sequence[Event]) -> Appended:
        try:
            taken = await self._log.append(events)
        except HeadwaterError as error:
            self._counts.refused[error.code] += 1
            raise
        # Of what goes through Kafka nobody knows yet whether it is new.
        duplicates = taken.duplicates or 0
        self._counts.events["duplicate"] += duplicates
        self._counts.events["new"] += len(events) - duplicates
        return taken
