"""Names that all teams share: those of Watcher's pipelines and addresses, and of their types.

Each exists once, whoever uses it. Whoever is bound to teams uses those that they see, and neither makes nor
changes one: that a name is taken would tell of another team.
"""

from collections.abc import Mapping
from typing import Any

from headwater.access.callers import current_caller
from headwater.errors import BoundToTeamsError, NotFoundError
from headwater.store.queries.pipelines.tables import Table
from headwater.store.queries.rows import Connection


def check_new_name() -> None:
    """Raises where the caller may not make a name, or change one."""
    if current_caller.get().teams is not None:
        raise BoundToTeamsError("all teams share these names, and this key is bound to some")


def check_changes(
    connection: Connection, changes: Mapping[str, Any], types: Table[Any], refers: str, missing: str
) -> None:
    """Raises for a new name, and for a type that the caller does not see: it would show it."""
    if current_caller.get().teams is None:
        return
    if "name" in changes:
        check_new_name()
    if changes.get(refers) is not None and types.by_id(connection, changes[refers]) is None:
        raise NotFoundError(missing)
