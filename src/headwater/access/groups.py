"""What the groups of a person or machine are worth here: scopes, and the teams whose data they may see."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from headwater.access.scopes import AccessScope

EVERY_TEAM = "*"
ANY_GROUP = "*"


@dataclass(frozen=True, slots=True)
class GroupRule:
    """Whoever is in `group` has these scopes; `teams` is None for every team's data."""

    group: str
    scopes: frozenset[AccessScope]
    teams: frozenset[str] | None


@dataclass(frozen=True, slots=True)
class Rights:
    """What somebody may do, and to whose data; `teams` is None for everybody's."""

    scopes: frozenset[AccessScope]
    teams: frozenset[str] | None


def rights_of(groups: Iterable[str], rules: Sequence[GroupRule]) -> Rights | None:
    """All that the groups give together; None where no rule names one of them.

    >>> rules = rules_from([{"group": "sales", "scopes": ["read"], "teams": ["sales"]}])
    >>> rights_of(["sales", "football"], rules).teams, rights_of(["football"], rules)
    (frozenset({'sales'}), None)
    """
    held = {ANY_GROUP, *groups}
    fitting = [rule for rule in rules if rule.group in held]
    if not fitting:
        return None
    scopes = frozenset().union(*(rule.scopes for rule in fitting))
    if any(rule.teams is None for rule in fitting):
        return Rights(scopes, None)
    return Rights(scopes, frozenset().union(*(rule.teams or () for rule in fitting)))


def rules_from(entries: Any) -> tuple[GroupRule, ...]:
    """From a list of `group`, `scopes` and `teams`; raises ValueError with what is wrong."""
    if not isinstance(entries, list) or not entries:
        raise ValueError("it holds no list of groups")
    return tuple(_rule(number, entry) for number, entry in enumerate(entries, 1))


def _rule(number: int, entry: Any) -> GroupRule:
    if not isinstance(entry, dict) or set(entry) != {"group", "scopes", "teams"}:
        raise ValueError(f"entry {number} needs `group`, `scopes` and `teams`, and nothing else")
    group, teams = entry["group"], entry["teams"]
    if not isinstance(group, str) or not group:
        raise ValueError(f"`group` of entry {number} is no name")
    try:
        scopes = frozenset(AccessScope(scope) for scope in entry["scopes"])
    except (ValueError, TypeError) as error:
        raise ValueError(f"`scopes` of entry {number}: {error}") from None
    # Said in so many words: a rule that forgot its teams must not open everybody's data.
    if teams != EVERY_TEAM and not (isinstance(teams, list) and all(isinstance(one, str) for one in teams)):
        raise ValueError(f'`teams` of entry {number} is neither a list of names nor "{EVERY_TEAM}"')
    if AccessScope.ADMIN in scopes and teams != EVERY_TEAM:
        raise ValueError(f'entry {number}: whoever has the scope `admin` sees every team, so `teams` is "*"')
    return GroupRule(group, scopes, None if teams == EVERY_TEAM else frozenset(teams))
