"""What a handler is: a function of the worker's resources and a task, to a result that is stored as JSON."""

from collections.abc import Callable
from dataclasses import dataclass

from headwater.store.work import Task
from headwater.worker.resources import Resources

Result = dict[str, object]


@dataclass(frozen=True, slots=True)
class Handler:
    """`run` is called in a thread of its own. It may be called again after a crash, with the same task."""

    run: Callable[[Resources, Task], Result]
    pauses_stream: bool = False
    """Whether nothing else may be published meanwhile."""
    tries: int = 3
    """How often it is begun, if the worker ends each time, before it is given up."""
