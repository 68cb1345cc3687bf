"""Teams: who sends what. A team owns namespaces of jobs; what nobody owns belongs to `default`.

The word namespace is OpenLineage's for the first half of a name. Data Lineage Hub calls a team so.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

DEFAULT = "default"
ANY = "*"


@lru_cache(maxsize=4096)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(".*".join(map(re.escape, pattern.split(ANY))), re.DOTALL)


def team_of(namespace: str, patterns: Mapping[str, Sequence[str]]) -> str:
    """The team that this namespace belongs to; `patterns` are those of each team, beside its name.

    The longest pattern wins, as it says most; of equal ones, the team whose name comes first.

    >>> team_of("airflow-sales", {"sales": ["airflow-sales"], "platform": ["airflow-*"]})
    'sales'
    >>> team_of("airflow-ops", {"platform": ["airflow-*"]}), team_of("other", {"platform": ["airflow-*"]})
    ('platform', 'default')
    """
    fitting = (
        (-len(pattern.replace(ANY, "")), team)
        for team, own in patterns.items()
        for pattern in (team, *own)
        if _compiled(pattern).fullmatch(namespace)
    )
    return min(fitting, default=(0, DEFAULT))[1]


def namespaces_of(
    team: str, namespaces: Iterable[str], patterns: Mapping[str, Sequence[str]]
) -> tuple[str, ...]:
    """Those of these namespaces that belong to the team."""
    return tuple(namespace for namespace in namespaces if team_of(namespace, patterns) == team)
