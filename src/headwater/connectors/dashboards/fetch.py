"""Looks at a site, and finds which charts and dashboards are new, changed or gone since the last look."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from headwater.connectors.contract import Fetched, SourceProblem, State
from headwater.connectors.dashboards.site import Chart, Dashboard, DashboardSite
from headwater.connectors.dashboards.state import DashboardState

PART_CHARTS = 200


@dataclass(frozen=True, slots=True)
class DashboardPart:
    site: DashboardSite
    charts: tuple[Chart, ...] = ()
    dashboards: tuple[Dashboard, ...] = ()
    gone_charts: tuple[str, ...] = ()
    gone_dashboards: tuple[str, ...] = ()
    problems: tuple[SourceProblem, ...] = ()


def fetch_parts(look: Callable[[], DashboardSite], kept: State) -> Iterator[Fetched[DashboardPart]]:
    """Charts some at a time, then the dashboards that show them, with what is gone."""
    before, site = DashboardState.read(kept), look()
    changed = [one for one in site.charts if before.charts.get(one.name) != one.digest]
    known = dict(before.charts)
    for start in range(0, len(changed), PART_CHARTS):
        some = tuple(changed[start : start + PART_CHARTS])
        known |= {one.name: one.digest for one in some}
        yield Fetched(DashboardPart(site, some), DashboardState(known, before.dashboards).kept())
    now = DashboardState(
        {one.name: one.digest for one in site.charts}, {one.name: one.digest for one in site.dashboards}
    )
    last = DashboardPart(
        site,
        dashboards=tuple(one for one in site.dashboards if before.dashboards.get(one.name) != one.digest),
        gone_charts=tuple(sorted(known.keys() - now.charts.keys())),
        gone_dashboards=tuple(sorted(before.dashboards.keys() - now.dashboards.keys())),
        problems=site.problems,
    )
    if last.dashboards or last.gone_charts or last.gone_dashboards or changed:
        yield Fetched(last, now.kept())
