"""Teams, made and changed: the row and the event that restores it in one transaction."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from headwater.access.callers import current_caller
from headwater.errors import BoundToTeamsError, ConflictError, TeamNotFoundError
from headwater.model.nearest import nearest_names
from headwater.model.teams import DEFAULT
from headwater.questions.record import record
from headwater.store.queries import teams
from headwater.store.queries.rows import Connection
from headwater.store.queries.teams import TEAMS, TeamRow

# A hundred years: nobody has said how long it is kept.
KEPT_FOR_GOOD_DAYS = 36_500
# What nobody owns; it is always there, and nobody can change it.
DEFAULT_TEAM = TeamRow(
    0,
    DEFAULT,
    "Default",
    "What belongs to no other team.",
    [],
    [],
    [],
    [],
    10_000_000,
    "mark",
    None,
    None,
    None,
    KEPT_FOR_GOOD_DAYS,
    {},
    {},
    None,
    None,
)


# Whoever is bound to a team could otherwise take the data of others, or send more than was given to it.
DECIDED_BY_OTHERS = frozenset(
    {
        "patterns",
        "dataset_patterns",
        "daily_event_quota",
        "over_quota",
        "events_per_second",
        "daily_item_quota",
        "items_per_second",
    }
)


def create_team(connection: Connection, values: Mapping[str, Any], now: datetime) -> TeamRow:
    """Raises where the name is taken."""
    # Before the name is looked up: that it is taken would tell of another team.
    if current_caller.get().teams is not None:
        raise BoundToTeamsError("this key is bound to teams: it may not make one")
    with connection.transaction():
        made, created = TEAMS.get_or_create(connection, {**values, "created_at": now})
        if not created or values["name"] == DEFAULT:
            raise ConflictError(f"there is a team named `{values['name']}` already")
        record(connection, {TEAMS.name: {made.id}}, now)
    return made


def change_team(connection: Connection, name: str, changes: Mapping[str, Any], now: datetime) -> TeamRow:
    """Only what is in `changes`."""
    if name == DEFAULT:
        raise ConflictError("the team `default` is made of what nobody owns: it can't be changed")
    team = find_team(connection, name)
    if current_caller.get().teams is not None and DECIDED_BY_OTHERS & changes.keys():
        raise BoundToTeamsError("this key is bound to teams: others decide what belongs to them")
    with connection.transaction():
        changed = TEAMS.update(connection, team.id, changes, now)
        if changed is None:
            raise TeamNotFoundError(name)
        record(connection, {TEAMS.name: {team.id}}, now)
    return changed


def find_team(connection: Connection, name: str) -> TeamRow:
    """Raises with the nearest names where there is none."""
    if name == DEFAULT:
        return DEFAULT_TEAM
    found = teams.by_name(connection, name)
    if found is None:
        raise TeamNotFoundError(name, nearest_names(name, teams.patterns(connection)))
    return found


def known_team(connection: Connection, name: str | None) -> str | None:
    """The team to filter by, if one is given; an unknown one is an error, never an empty list."""
    return None if name is None else find_team(connection, name).name


def event_owner(connection: Connection, name: str | None) -> dict[str, Any]:
    """The part of an `EventFilter` that chooses the events of a team; nothing without one."""
    team = known_team(connection, name)
    return {} if team is None else dict(teams.event_owner(connection, team))
