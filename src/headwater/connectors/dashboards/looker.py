"""Looker: dashboards whose elements ask an explore for fields, which LookML leads back to columns."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from headwater.connectors.contract import SourceProblem
from headwater.connectors.dashboards.answers import Answers, mapping, objects, text, whole_list
from headwater.connectors.dashboards.databases import DatabaseOption, database_at, named_database
from headwater.connectors.dashboards.site import Chart, Dashboard, DashboardSite, Database, FieldUse, slug
from headwater.connectors.openlineage import DatasetName

OWN_COLUMN = re.compile(r"\$\{TABLE\}\s*\.\s*[\"`\[]?(\w+)")
OTHER_FIELD = re.compile(r"\$\{([\w.]+)\}")
# A field may be made of fields that are made of fields; LookML itself allows no circle.
MAX_DEPTH = 20


class _Explore(NamedTuple):
    database: Database
    tables: Mapping[str, DatasetName]
    """By view."""
    fields: Mapping[str, Mapping[str, Any]]


def read_looker(answer: Answers, namespace: str, stated: Mapping[str, DatabaseOption]) -> DashboardSite:
    connections = {
        str(one.get("name")): _connection(one, stated) for one in whole_list(answer, "connections")
    }
    explores: dict[tuple[str, str], _Explore] = {}
    charts: list[Chart] = []
    dashboards: list[Dashboard] = []
    problems: list[SourceProblem] = []
    for one in whole_list(answer, "dashboards"):
        dashboard = mapping(answer(f"dashboards/{one.get('id')}"))
        tiles = []
        for element in objects(dashboard.get("dashboard_elements")):
            asked = _query(element)
            if asked is None:
                continue
            key = (str(asked.get("model")), str(asked.get("view")))
            if key not in explores:
                explores[key] = _explore(answer, key, connections)
            chart = _chart(dashboard, element, asked, explores[key])
            tiles.append((chart.title, chart.name))
            charts.append(chart)
            problems += _unknown(chart, asked, explores[key])
        dashboards.append(_dashboard(dashboard, tuple(tiles)))
    return DashboardSite(namespace, tuple(charts), tuple(dashboards), tuple(problems))


def _connection(entity: Mapping[str, Any], stated: Mapping[str, DatabaseOption]) -> Database:
    port = str(entity.get("port") or "")
    engine = str(entity.get("dialect_name") or mapping(entity.get("dialect")).get("name"))
    found = database_at(
        engine.rstrip("0123456789."),
        text(entity.get("host")),
        int(port) if port.isdigit() else None,
        text(entity.get("database")),
    )
    return named_database(str(entity.get("name")), stated, found)


def _query(element: Mapping[str, Any]) -> dict[str, Any] | None:
    """An element has its query itself, or that of a look; one of text has none."""
    for place in (element, mapping(element.get("look")), mapping(element.get("result_maker"))):
        if isinstance(place.get("query"), dict):
            return mapping(place["query"])
    return None


def _explore(answer: Answers, key: tuple[str, str], connections: Mapping[str, Database]) -> _Explore:
    model, name = key
    explore = mapping(answer(f"lookml_models/{model}/explores/{name}"))
    database = connections.get(str(explore.get("connection_name"))) or Database(
        str(explore.get("connection_name"))
    )
    views = {str(explore.get("view_name") or name): text(explore.get("sql_table_name"))}
    views |= {str(one.get("name")): text(one.get("sql_table_name")) for one in objects(explore.get("joins"))}
    tables = {view: _table(database, named or view) for view, named in views.items()}
    listed = mapping(explore.get("fields"))
    fields = {
        str(one.get("name")): one for kind in ("dimensions", "measures") for one in objects(listed.get(kind))
    }
    return _Explore(database, tables, fields)


def _table(database: Database, named: str) -> DatasetName:
    return database.table(*(word.strip(' "`[]') for word in named.split(".")))


def _chart(
    dashboard: Mapping[str, Any], element: Mapping[str, Any], asked: Mapping[str, Any], explore: _Explore
) -> Chart:
    title = text(element.get("title")) or str(asked.get("view"))
    columns = tuple(str(one) for one in asked.get("fields") or () if isinstance(one, str))
    uses = tuple(dict.fromkeys(use for column in columns for use in _uses(column, column, explore)))
    return Chart(
        name=f"elements/{element.get('id')}-{slug(title)}",
        title=title,
        database=explore.database,
        reads=tuple(dict.fromkeys(use.table for use in uses)) or tuple(explore.tables.values())[:1],
        columns=columns,
        uses=uses,
        owner=text(dashboard.get("user_name")),
    )


def _uses(column: str, field: str, explore: _Explore, depth: int = 0) -> Iterator[FieldUse]:
    """The columns of tables that a field is made of."""
    view = field.rpartition(".")[0]
    sql = str(explore.fields.get(field, {}).get("sql") or "")
    if view in explore.tables:
        yield from (FieldUse(column, explore.tables[view], name) for name in OWN_COLUMN.findall(sql))
    if depth < MAX_DEPTH:
        for name in OTHER_FIELD.findall(sql):
            if name != "TABLE":
                inner = name if "." in name else f"{view}.{name}"
                yield from _uses(column, inner, explore, depth + 1)


def _unknown(chart: Chart, asked: Mapping[str, Any], explore: _Explore) -> Iterator[SourceProblem]:
    for column in chart.columns:
        if column not in explore.fields and column not in str(asked.get("dynamic_fields")):
            yield SourceProblem(f"element {chart.name}", f"its explore has no field `{column}`")


def _dashboard(entity: Mapping[str, Any], tiles: tuple[tuple[str, str], ...]) -> Dashboard:
    title = str(entity.get("title"))
    return Dashboard(
        name=f"dashboards/{entity.get('id')}-{slug(title)}",
        title=title,
        tiles=tiles,
        description=text(entity.get("description")),
        owner=text(entity.get("user_name")),
    )
