"""From charts and dashboards to events: a chart is a dataset with a job, a tile a column of its dashboard."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from headwater.connectors import openlineage as ol
from headwater.connectors.contract import SourceDocument, SourceProblem, event
from headwater.connectors.dashboards.fetch import DashboardPart
from headwater.connectors.dashboards.site import Chart, Dashboard, DashboardSite
from headwater.model.times import iso

KIND = "dashboards"


def translate_site(part: DashboardPart, run_at: datetime) -> Iterator[SourceDocument | SourceProblem]:
    """A tool does not say reliably when something changed: it is dated when it was seen."""
    site, seen = part.site, iso(run_at)
    for chart in part.charts:
        name = (site.namespace, chart.name)
        yield event(ol.dataset_event(name, seen, _chart_facets(chart), KIND))
        yield event(_job(site, chart, seen))
    for dashboard in part.dashboards:
        yield event(_dashboard(site, dashboard, seen))
    dropped = {"lifecycleStateChange": ol.dropped()}
    for gone in (*part.gone_charts, *part.gone_dashboards):
        yield event(ol.dataset_event((site.namespace, gone), seen, dropped, KIND))
    for gone in part.gone_charts:
        yield event(ol.job_event((site.namespace, gone), seen, dropped, KIND))
    yield from part.problems


def _chart_facets(chart: Chart) -> ol.Facets:
    facets = _described(chart, "CHART")
    if chart.columns:
        facets["schema"] = ol.schema([{"name": column} for column in chart.columns])
    return facets


def _described(entity: Chart | Dashboard, kind: str) -> ol.Facets:
    lines = [entity.title, entity.description or ""]
    facets = {
        "datasetType": ol.dataset_type(kind),
        "documentation": ol.documentation("\n".join(lines).strip()),
    }
    if entity.owner:
        facets["ownership"] = ol.ownership([entity.owner])
    return facets


def _job(site: DashboardSite, chart: Chart, seen: str) -> dict[str, Any]:
    facets: ol.Facets = {"jobType": ol.job_type("DASHBOARD", "CHART")}
    if chart.sql:
        facets["sql"] = ol.sql(chart.sql, chart.database.dialect)
    name = (site.namespace, chart.name)
    output = ol.dataset(name, {"columnLineage": _column_lineage(chart)} if chart.uses else None)
    return ol.job_event(name, seen, facets, KIND, chart.reads, [output])


def _column_lineage(chart: Chart) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for use in chart.uses:
        namespace, table = use.table
        entry = made.setdefault(use.column, {"inputFields": []})
        entry["inputFields"].append({"namespace": namespace, "name": table, "field": use.field})
    return ol.facet("1-2-0/ColumnLineageDatasetFacet", fields=made)


def _dashboard(site: DashboardSite, dashboard: Dashboard, seen: str) -> dict[str, Any]:
    """A tile is a column of the dashboard, so that a column upstream leads to the tile that shows it."""
    titles = list(dict.fromkeys(title for title, _ in dashboard.tiles))
    facets = _described(dashboard, "DASHBOARD") | {
        "headwater_edges": ol.own_facet("DeclaredEdgesFacet", edges=list(_edges(site, dashboard)))
    }
    if titles:
        facets["schema"] = ol.schema([{"name": title} for title in titles])
    return ol.dataset_event((site.namespace, dashboard.name), seen, facets, KIND)


def _edges(site: DashboardSite, dashboard: Dashboard) -> Iterator[dict[str, Any]]:
    charts = {chart.name: chart for chart in site.charts}
    target = {"namespace": site.namespace, "name": dashboard.name, "kind": "dataset"}
    for title, name in dashboard.tiles:
        source = {"namespace": site.namespace, "name": name, "kind": "dataset"}
        yield {"source": source, "target": target}
        for column in charts[name].columns if name in charts else ():
            yield {"source": source | {"field": column}, "target": target | {"field": title}}
