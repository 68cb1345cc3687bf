"""Metabase: questions with their SQL or the fields they choose, and the dashboards that show them."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from headwater.connectors.contract import SourceProblem
from headwater.connectors.dashboards.answers import Answers, mapping, objects, text, whole_list
from headwater.connectors.dashboards.databases import DatabaseOption, database_at, named_database
from headwater.connectors.dashboards.site import Chart, Dashboard, DashboardSite, Database, FieldUse, slug
from headwater.connectors.openlineage import DatasetName

OPTIONAL = re.compile(r"\[\[.*?\]\]", re.DOTALL)
# Where a question reads another one; the rest of the tag is its title.
QUESTION = re.compile(r"\{\{\s*#(\d+)[^}]*\}\}")
NAMED_QUESTION = re.compile(r"question_\d+")
VARIABLE = re.compile(r"\{\{\s*([^}]+?)\s*\}\}")


class _Site(NamedTuple):
    namespace: str
    databases: Mapping[Any, Database]
    tables: Mapping[Any, DatasetName]
    fields: Mapping[Any, tuple[DatasetName, str]]
    names: Mapping[int, str]
    """Of questions, by their number."""


def read_metabase(answer: Answers, namespace: str, stated: Mapping[str, DatabaseOption]) -> DashboardSite:
    cards = [one for one in whole_list(answer, "card") if _shown(one)]
    site = _site(answer, namespace, stated, cards)
    found = [_chart(card, site) for card in cards]
    charts = tuple(one for one in found if isinstance(one, Chart))
    problems = tuple(one for one in found if isinstance(one, SourceProblem))
    listed = [one for one in whole_list(answer, "dashboard") if _shown(one)]
    dashboards = tuple(_dashboard(mapping(answer(f"dashboard/{one['id']}")), site) for one in listed)
    return DashboardSite(namespace, charts, dashboards, problems)


def _shown(entity: Mapping[str, Any]) -> bool:
    return isinstance(entity.get("id"), int) and entity.get("archived") is not True


def _site(
    answer: Answers, namespace: str, stated: Mapping[str, DatabaseOption], cards: Iterable[Mapping[str, Any]]
) -> _Site:
    databases: dict[Any, Database] = {}
    tables: dict[Any, DatasetName] = {}
    fields: dict[Any, tuple[DatasetName, str]] = {}
    for one in whole_list(answer, "database"):
        database, number = _database(one, stated), one.get("id")
        databases[number] = database
        for table in objects(mapping(answer(f"database/{number}/metadata")).get("tables")):
            name = database.table(
                *(word for word in (text(table.get("schema")), text(table.get("name"))) if word)
            )
            tables[table.get("id")] = name
            fields |= {
                field.get("id"): (name, str(field.get("name"))) for field in objects(table.get("fields"))
            }
    names = {card["id"]: f"questions/{card['id']}-{slug(str(card.get('name')))}" for card in cards}
    return _Site(namespace, databases, tables, fields, names)


def _database(entity: Mapping[str, Any], stated: Mapping[str, DatabaseOption]) -> Database:
    details = mapping(entity.get("details"))
    port = details.get("port")
    name = text(details.get("dbname")) or text(details.get("db"))
    found = database_at(
        str(entity.get("engine")), text(details.get("host")), port if isinstance(port, int) else None, name
    )
    return named_database(str(entity.get("name")), stated, found)


def _chart(card: Mapping[str, Any], site: _Site) -> Chart | SourceProblem:
    place, asked = f"question {card['id']}", mapping(card.get("dataset_query"))
    database = site.databases.get(asked.get("database", card.get("database_id")))
    if database is None:
        return SourceProblem(place, "is of a database that Metabase does not list")
    chart = Chart(
        name=site.names[card["id"]],
        title=str(card.get("name")),
        database=database,
        columns=tuple(str(one["name"]) for one in objects(card.get("result_metadata")) if one.get("name")),
        description=text(card.get("description")),
        owner=text(mapping(card.get("creator")).get("email")),
    )
    native = _native(asked)
    if native is None:
        return replace(chart, reads=tuple(_sources(asked, site)), uses=tuple(_uses(card, asked, site)))
    sql, questions = _plain_sql(native, site)
    tables = tuple(
        one for one in database.tables_of(sql) if not NAMED_QUESTION.fullmatch(one[1].split(".")[-1])
    )
    # Columns of another question are not those of a table: such a text is not read by the rules for tables.
    return replace(chart, reads=(*tables, *questions), sql=None if questions else sql)


def _native(asked: Mapping[str, Any]) -> dict[str, Any] | None:
    """The SQL with its tags, in the form of today (stages) or of before."""
    if asked.get("type") == "native":
        return mapping(asked.get("native"))
    for stage in objects(asked.get("stages")):
        if isinstance(stage.get("native"), str):
            return {"query": stage["native"], "template-tags": stage.get("template-tags")}
    return None


def _plain_sql(native: Mapping[str, Any], site: _Site) -> tuple[str, tuple[DatasetName, ...]]:
    """Without Metabase's own signs, and the questions that it reads: those are no tables of the database."""
    sql, tags = str(native.get("query") or ""), mapping(native.get("template-tags"))
    read = [site.names.get(int(number)) for number in QUESTION.findall(sql)]
    sql = QUESTION.sub(lambda tag: f"question_{tag[1]}", OPTIONAL.sub(" ", sql))

    def value(tag: re.Match[str]) -> str:
        # A filter on a field stands where a condition stands, and a variable where a value does.
        return "1 = 1" if mapping(tags.get(tag[1])).get("type") == "dimension" else "null"

    others = tuple((site.namespace, name) for name in read if name)
    return VARIABLE.sub(value, sql), others


def _sources(asked: object, site: _Site) -> Iterator[DatasetName]:
    """The tables and questions that a question without SQL is made of, joins included."""
    for key, value in _pairs(asked):
        if key == "source-table" and value in site.tables:
            yield site.tables[value]
        number = str(value).removeprefix("card__")
        if key in ("source-table", "source-card") and value not in site.tables and number.isdigit():
            name = site.names.get(int(number))
            if name:
                yield site.namespace, name


def _uses(card: Mapping[str, Any], asked: object, site: _Site) -> Iterator[FieldUse]:
    """By its result: a column is a field, or made of those in the aggregation of its number."""
    aggregations = [value for key, value in _pairs(asked) if key == "aggregation" and isinstance(value, list)]
    made = [one for found in aggregations for one in found]
    for column in objects(card.get("result_metadata")):
        reference = column.get("field_ref")
        number = (
            reference[1] if isinstance(reference, list) and _is_clause(reference, "aggregation") else None
        )
        chosen = made[number : number + 1] if isinstance(number, int) else [reference]
        for table, field in (site.fields[one] for one in _field_numbers(chosen) if one in site.fields):
            yield FieldUse(str(column.get("name")), table, field)


def _field_numbers(clause: object) -> Iterator[int]:
    if not isinstance(clause, list):
        return
    if _is_clause(clause, "field"):
        yield from (one for one in clause[1:3] if isinstance(one, int))
    else:
        for one in clause:
            yield from _field_numbers(one)


def _is_clause(value: list[Any], word: str) -> bool:
    return len(value) > 1 and value[0] == word


def _pairs(value: object) -> Iterator[tuple[str, Any]]:
    """Every key with its value, at any depth."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key, inner
            yield from _pairs(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _pairs(inner)


def _dashboard(entity: Mapping[str, Any], site: _Site) -> Dashboard:
    tiles = []
    for tile in objects(entity.get("dashcards") or entity.get("ordered_cards")):
        name = site.names.get(tile.get("card_id") or 0)
        title = text(mapping(tile.get("visualization_settings")).get("card.title"))
        if name:
            tiles.append((title or text(mapping(tile.get("card")).get("name")) or name, name))
    title = str(entity.get("name"))
    return Dashboard(
        name=f"dashboards/{entity.get('id')}-{slug(title)}",
        title=title,
        tiles=tuple(tiles),
        description=text(entity.get("description")),
        owner=text(mapping(entity.get("creator")).get("email")),
    )
