"""What begins runs and hands their events on: made from settings at the first use, and nothing before."""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from headwater_sdk import facets
from headwater_sdk.complaints import Complaints
from headwater_sdk.datasets import ONE_DATASET, DatasetLike, to_dataset
from headwater_sdk.events import dataset_text, encode, facets_text, new_id
from headwater_sdk.outlets import Outlet, Statistics, build_outlet
from headwater_sdk.runs import CURRENT_RUN, JobTexts, Run, RunIdentity
from headwater_sdk.settings import SdkSettings, read_settings
from headwater_sdk.trace_context import current_traceparent


class Tracker:
    def __init__(self, settings: SdkSettings, outlet: Outlet, complaints: Complaints) -> None:
        self.settings, self.outlet, self.complaints = settings, outlet, complaints
        self.program = program_run(settings.parent)

    def emit(self, kind: str, text: str) -> None:
        self.outlet.emit(kind, text)

    def traceparent(self) -> str | None:
        return current_traceparent()

    @contextmanager
    def harmless(self) -> Iterator[None]:
        """Nothing that goes wrong inside reaches the host, except under `strict`."""
        try:
            yield
        except Exception as error:
            self.swallow(error)

    def swallow(self, error: Exception) -> None:
        if self.settings.strict:
            raise error
        self.complaints.complain(f"error {type(error).__name__}", f"{type(error).__name__}: {error}")

    def job(
        self,
        name: str,
        namespace: str | None,
        inputs: Sequence[DatasetLike],
        outputs: Sequence[DatasetLike],
        description: str | None,
        tags: Mapping[str, Any] | None,
    ) -> JobTexts:
        namespace, run_facets = str(namespace or self.settings.namespace), ""
        with self.harmless():
            run_facets = facets_text({"tags": facets.tags(tags)}) if tags else ""
        job_facets = {"documentation": facets.documentation(description)} if description else {}
        identity = f'"namespace":{encode(namespace)},"name":{encode(str(name))}'
        return JobTexts(
            namespace=namespace,
            name=str(name),
            identity=identity,
            facets=job_facets,
            job=f'{{{identity},"facets":{encode(job_facets)}}}',
            run_facets=run_facets,
            inputs=tuple(self._dataset_texts(inputs, namespace, "input")),
            outputs=tuple(self._dataset_texts(outputs, namespace, "output")),
        )

    def _dataset_texts(
        self, given: Sequence[DatasetLike] | DatasetLike, namespace: str, direction: str
    ) -> Iterator[str]:
        """What can't be read is logged, and does not take the other datasets with it."""
        several = (given,) if isinstance(given, ONE_DATASET) else given
        with self.harmless():
            for one in several:
                with self.harmless():
                    yield dataset_text(to_dataset(one, namespace), direction)

    def begin(self, job: JobTexts, run_id: str | None = None, parent: Run | None = None) -> Run:
        """A run that has started: part of `parent`, else of the current one, else of the program's."""
        above = parent or CURRENT_RUN.get() or self.program
        run = Run(self, job, str(run_id) if run_id else new_id(), above)
        run.start()
        return run


def program_run(parent: str | None) -> RunIdentity | None:
    """From `namespace/job/run id`; a namespace may contain slashes, the other two don't."""
    namespace, _, rest = (parent or "").rpartition("/")[0].rpartition("/")
    run_id = (parent or "").rpartition("/")[2]
    if not (namespace and rest and run_id):
        return None
    return RunIdentity(run_id, f'"namespace":{encode(namespace)},"name":{encode(rest)}')


class _Shared:
    """The one tracker of a process."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.arguments: dict[str, Any] = {}
        self.defaults: dict[str, Any] = {}
        self.tracker: Tracker | None = None


_shared = _Shared()


def configure(**settings: Any) -> SdkSettings:
    """Set what the environment does not say, or says otherwise; names are those of `SdkSettings`.

    What waits to be sent by the settings until now is sent first.
    """
    with _shared.lock:
        before = _shared.tracker
        _shared.arguments = {**_shared.arguments, **settings}
        _shared.tracker = _build()
        made = _shared.tracker
    if before is not None:
        before.outlet.close(before.settings.exit_seconds)
    return made.settings


def reset(**defaults: Any) -> None:
    """Forget what `configure` has set; `defaults` stand in for what nobody sets."""
    with _shared.lock:
        before, _shared.tracker = _shared.tracker, None
        _shared.arguments, _shared.defaults = {}, defaults
    if before is not None:
        before.outlet.close(before.settings.exit_seconds)


def default_tracker() -> Tracker:
    tracker = _shared.tracker
    if tracker is None:
        with _shared.lock:
            tracker = _shared.tracker = _shared.tracker or _build()
    return tracker


def default_url(url: str) -> None:
    """Where to send if nobody says anything else."""
    with _shared.lock:
        if _shared.defaults.get("url") != url:
            _shared.defaults["url"] = url
            _shared.tracker = None


def flush(seconds: float | None = None) -> bool:
    """Wait until everything is sent; False if it is not after so many seconds, or can't be now."""
    tracker = default_tracker()
    return tracker.outlet.flush(tracker.settings.exit_seconds if seconds is None else seconds)


def statistics() -> Statistics:
    """How many events were sent, refused, dropped, and how many wait."""
    return default_tracker().outlet.statistics()


def _build() -> Tracker:
    complaints = Complaints()
    settings = read_settings(os.environ, _shared.arguments, complaints)
    if settings.url is None and "url" in _shared.defaults:
        settings = read_settings(os.environ, {**_shared.defaults, **_shared.arguments}, complaints)
    return Tracker(settings, build_outlet(settings, complaints), complaints)


def close_at_exit() -> None:
    tracker = _shared.tracker
    if tracker is not None:
        tracker.outlet.close(tracker.settings.exit_seconds)


def _after_fork() -> None:
    _shared.lock = threading.RLock()


# Neither does anything before there is something to send.
atexit.register(close_at_exit)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
