"""All datasets with what a dot on the map shows of them."""

from dataclasses import dataclass

from headwater.store.queries.labels import TIER
from headwater.store.queries.rows import Connection, conditions, count, fetch
from headwater.store.queries.teams import DATASETS as OF_TEAM


@dataclass(frozen=True, slots=True)
class MapRow:
    id: int
    namespace: str
    name: str
    type: str | None
    tier: str | None
    owner: str | None


DATASETS = """from nodes
where kind = 'dataset' and (canonical_id is null or canonical_id = id) and dropped_at is null"""
NEWEST = f"""
select id, namespace, name, type, {TIER} as tier, owners[1] as owner {DATASETS} and {{chosen}}
order by last_seen desc nulls last, id limit %(limit)s
"""


def newest(connection: Connection, limit: int, team: str | None = None) -> tuple[MapRow, ...]:
    return fetch(connection, MapRow, NEWEST.format(chosen=_chosen(team)), limit=limit, team=team)


def count_all(connection: Connection, team: str | None = None) -> int:
    return count(connection, f"select count(*) {DATASETS} and {_chosen(team)}", team=team)


def _chosen(team: str | None) -> str:
    return conditions({"team": f"id in {OF_TEAM}"}, {"team": team})
