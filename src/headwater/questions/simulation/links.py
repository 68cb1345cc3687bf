"""From one answer to the next: the Time Machine of an entity, the simulation of a rollback."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from headwater.model.times import iso
from headwater.simulator.changes import Change
from headwater.simulator.proposals import MOST_CHANGES, ChangeType


def time_machine(entity: str, at: datetime) -> str:
    """Where to ask what happened to this entity before `at`."""
    return f"/api/v1/investigations?{urlencode({'asset': entity, 'at': iso(at)})}"


def rollback_request(asset: str, changes: Sequence[Change], former: Sequence[str]) -> dict[str, Any] | None:
    """The body for `POST /api/v1/simulations` that tries to undo these changes.

    `former` are the columns before, in their order. None where there is nothing to undo, or more than one
    simulation takes.
    """
    # Later steps name columns as they were before, and all of them.
    ordered = sorted(changes, key=lambda change: (change.kind == "reordered", change.kind != "renamed"))
    undone = [body for change in ordered for body in _undone(change, former)]
    return {"asset": asset, "changes": undone} if 0 < len(undone) <= MOST_CHANGES else None


def _undone(change: Change, former: Sequence[str]) -> Iterator[dict[str, Any]]:
    column = change.column
    match change.kind:
        case "added":
            yield {"change_type": ChangeType.DROP_COLUMN, "target": column}
        case "removed":
            new_type = {"new_type": change.old_type} if change.old_type else {}
            yield {"change_type": ChangeType.ADD_COLUMN, "target": column, **new_type}
        case "renamed":
            yield {"change_type": ChangeType.RENAME_COLUMN, "target": change.new_name, "new_name": column}
        case "type_changed" if change.old_type:
            yield {"change_type": ChangeType.CHANGE_TYPE, "target": column, "new_type": change.old_type}
        case "nullability_changed":
            loosened = change.how == "loosened"
            yield {"change_type": ChangeType.CHANGE_NULLABLE, "target": column, "nullable": not loosened}
        case "reordered":
            yield {"change_type": ChangeType.REORDER_COLUMNS, "order": list(former)}
