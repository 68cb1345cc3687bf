"""Superset: an export of dashboards, as its page and its command write it: a ZIP file of YAML files."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

import yaml

from headwater.connectors.contract import SourceProblem
from headwater.connectors.dashboards.answers import mapping, objects, text
from headwater.connectors.dashboards.databases import DatabaseOption, database_of_address, named_database
from headwater.connectors.dashboards.site import Chart, Dashboard, DashboardSite, Database, slug
from headwater.errors import BadInputError

FOLDERS = ("databases", "datasets", "charts", "dashboards")
MAX_FILE_BYTES = 10_000_000
MAX_BYTES = 500_000_000
Entities = Mapping[str, list[dict[str, Any]]]
# What a chart may call the columns that it shows.
COLUMNS = ("groupby", "columns", "all_columns", "groupbyRows", "groupbyColumns", "x_axis", "series", "entity")
METRICS = ("metrics", "metric", "metrics_b", "secondary_metric", "percent_metrics", "size", "x", "y")


def read_superset(export: Path, namespace: str, stated: Mapping[str, DatabaseOption]) -> DashboardSite:
    entities = _read(export)
    databases = {
        one.get("uuid"): named_database(
            str(one.get("database_name")), stated, database_of_address(str(one.get("sqlalchemy_uri")))
        )
        for one in entities["databases"]
    }
    datasets = {one.get("uuid"): one for one in entities["datasets"]}
    charts, problems = {}, []
    for one in entities["charts"]:
        dataset = datasets.get(one.get("dataset_uuid"))
        database = databases.get(dataset.get("database_uuid")) if dataset else None
        if dataset is None or database is None:
            problems.append(
                SourceProblem(f"chart {one.get('slice_name')}", "its dataset is not in the export")
            )
            continue
        charts[str(one.get("uuid"))] = _chart(one, dataset, database)
    dashboards = tuple(_dashboard(one, charts) for one in entities["dashboards"])
    return DashboardSite(namespace, tuple(charts.values()), dashboards, tuple(problems))


def _read(export: Path) -> Entities:
    found: dict[str, list[dict[str, Any]]] = {folder: [] for folder in FOLDERS}
    try:
        with ZipFile(export) as archive:
            files = [one for one in archive.infolist() if one.filename.endswith(".yaml")]
            if sum(one.file_size for one in files) > MAX_BYTES:
                raise BadInputError("export", f"{export} holds more than {MAX_BYTES:,} bytes")
            for file in files:
                folder = next((one for one in FOLDERS if f"/{one}/" in f"/{file.filename}"), None)
                if folder and file.file_size <= MAX_FILE_BYTES:
                    found[folder].append(_entity(archive.read(file), f"{export}: {file.filename}"))
    except (OSError, BadZipFile) as error:
        raise BadInputError("export", f"{export} is no export of Superset: {error}") from error
    if not found["charts"] and not found["dashboards"]:
        raise BadInputError("export", f"{export} holds neither charts nor dashboards")
    return found


def _entity(raw: bytes, place: str) -> dict[str, Any]:
    try:
        return mapping(yaml.safe_load(raw))
    except (yaml.YAMLError, UnicodeError) as error:
        raise BadInputError("export", f"{place} is not YAML: {str(error).splitlines()[0]}") from error


def _chart(chart: Mapping[str, Any], dataset: Mapping[str, Any], database: Database) -> Chart:
    title, shown = str(chart.get("slice_name")), _shown(mapping(chart.get("params")), dataset)
    sql = _sql(shown, dataset)
    return Chart(
        name=f"charts/{slug(title)}-{str(chart.get('uuid'))[:8]}",
        title=title,
        database=database,
        sql=sql,
        reads=database.tables_of(sql),
        columns=tuple(shown),
        description=text(chart.get("description")),
    )


def _sql(shown: Mapping[str, str], dataset: Mapping[str, Any]) -> str:
    """What Superset asks for a chart, without its filters: these choose rows, at the reader's wish."""
    columns = ", ".join(f"{sql} as {_quoted(label)}" for label, sql in shown.items()) or "*"
    return f"select {columns} from {_source(dataset)}"


def _source(dataset: Mapping[str, Any]) -> str:
    if virtual := text(dataset.get("sql")):
        return f"({virtual.rstrip().rstrip(';')}) as virtual_table"
    named = (text(dataset.get("catalog")), text(dataset.get("schema")), text(dataset.get("table_name")))
    return ".".join(_quoted(word) for word in named if word)


def _shown(params: Mapping[str, Any], dataset: Mapping[str, Any]) -> dict[str, str]:
    """By label the expression of each column, first what is grouped by."""
    calculated = {one.get("column_name"): one.get("expression") for one in objects(dataset.get("columns"))}
    measures = {one.get("metric_name"): one.get("expression") for one in objects(dataset.get("metrics"))}
    return dict((*_columns(params, calculated), *_measures(params, measures)))


def _columns(params: Mapping[str, Any], calculated: Mapping[Any, Any]) -> Iterator[tuple[str, str]]:
    for one in _listed(params, COLUMNS):
        if isinstance(one, str):
            yield one, text(calculated.get(one)) or _quoted(one)
        elif sql := text(mapping(one).get("sqlExpression")):
            yield str(mapping(one).get("label") or sql), sql


def _measures(params: Mapping[str, Any], measures: Mapping[Any, Any]) -> Iterator[tuple[str, str]]:
    for one in _listed(params, METRICS):
        if isinstance(one, str) and text(measures.get(one)):
            yield one, str(measures[one])
        elif found := _measure(mapping(one)):
            yield str(mapping(one).get("label") or found), found


def _measure(measure: Mapping[str, Any]) -> str | None:
    column = text(mapping(measure.get("column")).get("column_name"))
    if measure.get("expressionType") == "SIMPLE" and column:
        counted = "distinct " if measure.get("aggregate") == "COUNT_DISTINCT" else ""
        word = str(measure.get("aggregate") or "max").partition("_")[0].lower()
        return f"{word}({counted}{_quoted(column)})"
    return text(measure.get("sqlExpression"))


def _listed(params: Mapping[str, Any], keys: Iterable[str]) -> Iterator[Any]:
    for key in keys:
        value = params.get(key)
        yield from value if isinstance(value, list) else [value] if value else []


def _quoted(word: str) -> str:
    return '"' + word.replace('"', '""') + '"'


def _dashboard(dashboard: Mapping[str, Any], charts: Mapping[str, Chart]) -> Dashboard:
    placed = [mapping(mapping(one).get("meta")) for one in mapping(dashboard.get("position")).values()]
    tiles = [
        (text(one.get("sliceNameOverride")) or charts[one["uuid"]].title, charts[one["uuid"]].name)
        for one in placed
        if one.get("uuid") in charts
    ]
    title = str(dashboard.get("dashboard_title"))
    name = text(dashboard.get("slug")) or f"{slug(title)}-{str(dashboard.get('uuid'))[:8]}"
    return Dashboard(
        f"dashboards/{name}", title, tuple(tiles), description=text(dashboard.get("description"))
    )
