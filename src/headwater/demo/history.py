"""ShopFlow's thirty days, from 22 March to the alert of 20 April 2026, as OpenLineage events in order."""

from collections.abc import Callable, Iterator

from headwater.demo.catalogue import catalogue
from headwater.demo.events import Event, TimedEvent
from headwater.demo.loader import load_shopflow
from headwater.demo.migration_runs import migration_runs
from headwater.demo.model import Shop
from headwater.demo.pipeline_runs import dag_runs, pipeline_runs
from headwater.demo.plan import END
from headwater.demo.query_runs import query_runs
from headwater.demo.signals import signals
from headwater.demo.suite_runs import suite_runs

SEED = 20260420

PARTS: tuple[Callable[[Shop, int], Iterator[TimedEvent]], ...] = (
    migration_runs,
    catalogue,
    dag_runs,
    pipeline_runs,
    suite_runs,
    query_runs,
    signals,
)


def history(seed: int = SEED) -> Iterator[Event]:
    """Every event up to and including the alert; the same seed gives the same bytes."""
    shop = load_shopflow()
    timed = [item for part in PARTS for item in part(shop, seed) if item.at <= END]
    # The sort is stable, so events of one moment keep the order of the parts.
    timed.sort(key=lambda item: item.at)
    for item in timed:
        yield item.event
