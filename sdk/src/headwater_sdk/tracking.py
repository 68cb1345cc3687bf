"""`lineage_track` for a function, `track` for a block: each call or block is a run."""

from __future__ import annotations

import contextvars
import functools
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Callable, TypeVar, cast, overload

from headwater_sdk.datasets import DatasetLike
from headwater_sdk.runs import NO_RUN, JobTexts, NoRun, Run
from headwater_sdk.tracker import Tracker, default_tracker
from headwater_sdk.wrapping import wrap

Function = TypeVar("Function", bound=Callable[..., Any])


class TrackedJob:
    """A job as declared; encoded when it first runs, since settings may come after declarations."""

    def __init__(
        self,
        job_name: str,
        *,
        namespace: str | None = None,
        inputs: Sequence[DatasetLike] | None = None,
        outputs: Sequence[DatasetLike] | None = None,
        description: str | None = None,
        tags: Mapping[str, Any] | None = None,
        run_id: str | None = None,
        parent: Run | None = None,
    ) -> None:
        self._declared = (job_name, namespace, inputs or (), outputs or (), description, tags)
        self._run_id, self._parent = run_id, parent
        self._encoded: tuple[Tracker, JobTexts] | None = None

    def begin(self) -> Run | None:
        """A new run; None if nothing is to be tracked, or it went wrong."""
        tracker = default_tracker()
        if not (tracker.settings.is_active and tracker.settings.enable_lineage):
            return None
        try:
            encoded = self._encoded
            if encoded is None or encoded[0] is not tracker:
                encoded = self._encoded = (tracker, tracker.job(*self._declared))
            return tracker.begin(encoded[1], self._run_id, self._parent)
        except Exception as error:
            tracker.swallow(error)
            return None


class TrackedBlock:
    """`with` and `async with`: the block is a run."""

    def __init__(self, job: TrackedJob) -> None:
        self._job = job
        self._run: Run | NoRun = NO_RUN

    def __enter__(self) -> Run | NoRun:
        self._run = self._job.begin() or NO_RUN
        self._run.resume()
        return self._run

    def __exit__(
        self, _: type[BaseException] | None, error: BaseException | None, __: TracebackType | None
    ) -> None:
        run, self._run = self._run, NO_RUN
        run.pause()
        run.end(error)

    async def __aenter__(self) -> Run | NoRun:
        return self.__enter__()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.__exit__(kind, error, trace)


def track(
    job_name: str,
    *,
    namespace: str | None = None,
    inputs: Sequence[DatasetLike] | None = None,
    outputs: Sequence[DatasetLike] | None = None,
    description: str | None = None,
    tags: Mapping[str, Any] | None = None,
    run_id: str | None = None,
    parent: Run | None = None,
) -> TrackedBlock:
    """A block that is a run of the job.

    >>> with track("orders.daily") as run:
    ...     run.reads("warehouse/orders")
    ...     run.writes("warehouse/daily_orders", rows=1_204)
    """
    return TrackedBlock(
        TrackedJob(
            job_name,
            namespace=namespace,
            inputs=inputs,
            outputs=outputs,
            description=description,
            tags=tags,
            run_id=run_id,
            parent=parent,
        )
    )


@overload
def lineage_track(job_name: Function) -> Function: ...
@overload
def lineage_track(
    job_name: str | None = None,
    namespace: str | None = None,
    inputs: Sequence[DatasetLike] | None = None,
    outputs: Sequence[DatasetLike] | None = None,
    description: str | None = None,
    tags: Mapping[str, Any] | None = None,
    run_id: str | None = None,
    send_async: bool = True,
) -> Callable[[Function], Function]: ...
def lineage_track(
    job_name: str | Callable[..., Any] | None = None,
    namespace: str | None = None,
    inputs: Sequence[DatasetLike] | None = None,
    outputs: Sequence[DatasetLike] | None = None,
    description: str | None = None,
    tags: Mapping[str, Any] | None = None,
    run_id: str | None = None,
    send_async: bool = True,
) -> Any:
    """Each call of the function is a run of the job, which is called like the function if not named.

    For functions, coroutines, generators, asynchronous generators and methods. With `run_id`, all calls are
    of that one run. `send_async` is taken for the sake of Data Lineage Hub's decorator; sending is always in
    the background.

    >>> @lineage_track(inputs=["warehouse/orders"], outputs=["warehouse/daily_orders"])
    ... def daily_orders():
    ...     return 42
    >>> daily_orders()
    42
    """
    if is_function(job_name):
        return lineage_track()(cast(Callable[..., Any], job_name))

    def decorate(function: Function) -> Function:
        job = TrackedJob(
            str(job_name or called(function)),
            namespace=namespace,
            inputs=inputs,
            outputs=outputs,
            description=description,
            tags=tags,
            run_id=run_id,
        )
        return wrap(function, job.begin)

    return decorate


def is_function(given: Any) -> bool:
    """Whether a decorator was given its function at once; a class method is no callable by itself."""
    return callable(given) or isinstance(given, (classmethod, staticmethod))


def called(function: Any) -> str:
    """The name of a function, also of one in a wrapper that has none."""
    inner = getattr(function, "__func__", getattr(function, "func", function))
    return str(getattr(inner, "__name__", type(inner).__name__))


def inherit_run(function: Function) -> Function:
    """The function as part of the present run, in whichever thread it is called.

    A thread knows nothing of the run that started it: `executor.map(inherit_run(load), tables)`.
    """
    context = contextvars.copy_context()

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        # A copy: one context can't be entered by two threads at once.
        return context.copy().run(function, *args, **kwargs)

    return call  # type: ignore[return-value]
