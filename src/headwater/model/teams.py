"""Teams: who sends what. A team owns namespaces of jobs; what nobody owns belongs to `default`.

The word namespace is OpenLineage's for the first half of a name. Data Lineage Hub calls a team so.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

DEFAULT = "default"
ANY = "*"
# A facet of the job, or of the dataset of an event without a job: the team that the event was sent for.
FACET = "headwater_team"
# What can be kept for a time of its own.
RetentionKind = Literal["events", "spans", "points", "runs", "queries"]
PRODUCER = "https://headwater.dev/api"
SCHEMA = "https://headwater.dev/spec/TeamFacet"


@lru_cache(maxsize=4096)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(".*".join(map(re.escape, pattern.split(ANY))), re.DOTALL)


def named_team(document: Any) -> str | None:
    """The team that an OpenLineage event says it was sent for.

    >>> named_team({"job": {"facets": {"headwater_team": {"team": "sales"}}}}), named_team({"job": 3})
    ('sales', None)
    """
    for part in (_about(document), "facets", FACET, "team"):
        document = document.get(part) if isinstance(document, dict) else None
    return document if isinstance(document, str) else None


def with_team(document: Any, team: str) -> Any:
    """The event as this team sends it: a job without a namespace gets the team's, any other the facet.

    >>> with_team({"job": {"name": "load"}}, "sales")
    {'job': {'name': 'load', 'namespace': 'sales'}}
    """
    about = _about(document)
    thing = document.get(about) if isinstance(document, dict) else None
    if not isinstance(thing, dict):
        return document
    if about == "job" and not thing.get("namespace"):
        return {**document, about: {**thing, "namespace": team}}
    facets = thing.get("facets")
    # A namespace of that name is the team's in any case, so that the event can stay as it came.
    if thing.get("namespace") == team or not isinstance(facets, dict | None):
        return document
    named = {"_producer": PRODUCER, "_schemaURL": SCHEMA, "team": team}
    return {**document, about: {**thing, "facets": {**(facets or {}), FACET: named}}}


def _about(document: Any) -> str:
    return "dataset" if isinstance(document, dict) and document.get("job") is None else "job"


def team_of(namespace: str | None, patterns: Mapping[str, Sequence[str]], named: str | None = None) -> str:
    """The team of an event or job: the one it names, else the one whose patterns fit its namespace.

    `patterns` are those of each team. A namespace with the name of a team is that team's. The longest pattern
    wins, as it says most; of equal ones, the team whose name comes first. The view `job_teams` does the same.

    >>> team_of("airflow-sales", {"sales": ["airflow-sales"], "platform": ["airflow-*"]})
    'sales'
    >>> team_of("airflow-ops", {"platform": ["airflow-*"]}), team_of("other", {"platform": ["airflow-*"]})
    ('platform', 'default')
    """
    for given in (named, namespace):
        if given in patterns or given == DEFAULT:
            return str(given)
    return (namespace is not None and _fitting(namespace, patterns)) or DEFAULT


def team_of_dataset(name: str, patterns: Mapping[str, Sequence[str]]) -> str | None:
    """The team that claims a dataset by its full name, whoever writes it; `patterns` are those for datasets.

    The function `team_of_dataset` of the database does the same.

    >>> team_of_dataset("snowflake://shop/sales.orders", {"sales": ["snowflake://shop/sales.*"]})
    'sales'
    """
    return _fitting(name, patterns)


def _fitting(name: str, patterns: Mapping[str, Sequence[str]]) -> str | None:
    fitting = (
        (-len(pattern.replace(ANY, "")), team)
        for team, own in patterns.items()
        for pattern in own
        if _compiled(pattern).fullmatch(name)
    )
    return min(fitting, default=(0, None))[1]
