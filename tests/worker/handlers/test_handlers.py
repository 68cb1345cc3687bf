"""The registry: a handler for every kind of work that can be requested or is due by itself."""

from typing import get_args

from headwater.store.work import WorkKind
from headwater.worker.handlers import HANDLERS
from headwater.worker.schedule import AFTER_CHANGES


def test_every_kind_of_work_has_a_handler_and_every_handler_a_kind() -> None:
    assert set(HANDLERS) == set(get_args(WorkKind))


def test_what_is_due_after_changes_has_a_handler() -> None:
    assert set(AFTER_CHANGES) <= set(HANDLERS)


def test_only_a_rebuild_pauses_the_stream() -> None:
    assert [kind for kind, handler in HANDLERS.items() if handler.pauses_stream] == ["rebuild"]
