"""The views through which a caller that is bound to teams reads, made from the rules of `access/visibility`.

They lie in a schema of their own under the names of the tables, and a connection of such a caller looks there
first. So no statement has to think of it, and none can forget it. They are made anew after each migration.
Who asks stands in settings of the connection; without them, every view is an error.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import psycopg

from headwater.access.visibility import RULES, Everybody, Nobody, OwnedBy, Owner, OwnView
from headwater.store.masking_functions import MASKING
from headwater.store.visible_views import REPLACED, SEEING, VIEWS

SCHEMA = "visible"
RELATIONS = """
select c.relname, array_agg(a.attname::text order by a.attnum)
from pg_class as c join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p') and c.relname <> 'named_nodes'
  and not c.relispartition
group by c.relname
"""
OWNERS = {
    Owner.NODE: "{column} in (select id from visible.nodes)",
    Owner.NODE_KEY: "{column} in (select key from visible.nodes)",
    Owner.RUN: "{column} in (select run_id from visible.runs)",
    Owner.QUERY: "{column} in (select key from visible.queries)",
    Owner.PIPELINE: "{column} in (select id from visible.pipeline)",
    Owner.INCIDENT: "{column} in (select id from visible.incident)",
    Owner.EVENT: "{column} in (select event_id from visible.events)",
    Owner.SQL: "{column} in (select key from visible.sql_texts)",
}
# Their rows decide of those of others, so that they have to be there first.
FIRST = (
    "runs",
    "attribute_versions",
    "events",
    "queries",
    "pipeline",
    "address",
    "incident",
    "sql_texts",
    "simulation",
    "telemetry_series",
)

# Also before a migration: a view stands in the way of changing its table.
DROP = f"drop schema if exists {SCHEMA} cascade; drop view if exists public.named_nodes"
NAMED = """
create view public.named_nodes as
select id, kind, namespace, name, field, type, owners, tags, tier, domain, false as hidden from public.nodes;
comment on view public.named_nodes is 'Names and labels by number; a stand-in for what a caller may not see.';
comment on column public.named_nodes.id is 'Number of the node.';
comment on column public.named_nodes.kind is '`dataset`, `job` or `column`.';
comment on column public.named_nodes.namespace is 'Namespace; `hidden` for a stand-in.';
comment on column public.named_nodes.name is 'Name; opaque for a stand-in.';
comment on column public.named_nodes.field is 'Name of the column.';
comment on column public.named_nodes.type is 'As in nodes.';
comment on column public.named_nodes.owners is 'As in nodes.';
comment on column public.named_nodes.tags is 'As in nodes.';
comment on column public.named_nodes.tier is 'As in nodes.';
comment on column public.named_nodes.domain is 'As in nodes.';
comment on column public.named_nodes.hidden is 'Whether this is a stand-in.';
"""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: what each setting of the connection says."""

    teams: tuple[str, ...]
    job_namespaces: tuple[str, ...]
    """Those of their jobs."""
    dataset_namespaces: tuple[str, ...]
    """Those of datasets that their patterns name."""
    foreign_namespaces: tuple[str, ...]
    """Those of datasets that other teams' patterns name."""
    granted: tuple[str, ...]
    """Keys of datasets and jobs that they were given."""
    by_name: bool = False
    """Whether any team claims datasets by their names, which costs a look at each of them."""

    def settings(self) -> dict[str, Any]:
        return {
            "headwater.viewer": " ".join(self.teams),
            "headwater.by_name": "on" if self.by_name else "off",
            "headwater.teams": list(self.teams),
            "headwater.jobs": list(self.job_namespaces),
            "headwater.datasets": list(self.dataset_namespaces),
            "headwater.foreign": list(self.foreign_namespaces),
            "headwater.granted": list(self.granted),
        }


def create_views(connection: psycopg.Connection[Any]) -> None:
    """For every table there is; one without a rule is empty."""
    with connection.transaction():
        connection.execute(DROP)
        connection.execute(f"create schema {SCHEMA}")
        connection.execute(NAMED)
        relations = dict(connection.execute(RELATIONS).fetchall())
        for statement in statements(relations):
            connection.execute(statement)


def statements(relations: dict[str, Sequence[str]]) -> Iterator[str]:
    """What makes the views, each after those that it looks at."""
    yield SEEING
    yield _view("nodes", relations["nodes"])
    yield MASKING
    for name in (*FIRST, *sorted(relations.keys() - {"nodes", *FIRST}), "named_nodes"):
        yield _view(name, relations.get(name, ()))


def _view(name: str, columns: Sequence[str]) -> str:
    return f"create view {SCHEMA}.{name} as {_select(name, columns)}"


def _select(name: str, columns: Sequence[str]) -> str:
    rule = RULES.get(name, Nobody("nobody has decided"))
    match rule:
        case OwnView():
            replaced = REPLACED.get(name, {})
            return VIEWS[name].replace("{columns}", ", ".join(replaced.get(one, one) for one in columns))
        case OwnedBy():
            allowed = " and ".join(OWNERS[owner].format(column=column) for column, owner in rule.columns)
            return f"select * from public.{name} where {allowed} with check option"
        case Everybody():
            shown = (f"null::{_type(one)} as {one}" if one in rule.hidden else one for one in columns)
            return f"select {', '.join(shown)} from public.{name}"
        case Nobody():
            return f"select * from public.{name} where false"


def _type(column: str) -> str:
    return "timestamptz" if column.endswith("_at") else "text"


def look_as(connection: psycopg.Connection[Any], viewer: Viewer) -> None:
    """From now on, this connection shows what the viewer may see."""
    settings = viewer.settings()
    selects = ", ".join(
        f"set_config(%s, {'(%s::text[])::text' if isinstance(value, list) else '%s'}, false)"
        for value in settings.values()
    )
    connection.execute(f"select {selects}", list(chain.from_iterable(settings.items())))
