"""What people and pagers said, as a facet of the dataset they spoke about."""

from collections.abc import Iterator

from headwater.demo import facets
from headwater.demo.events import TimedEvent, dataset_event
from headwater.demo.model import Shop, Signal


def signals(shop: Shop, seed: int) -> Iterator[TimedEvent]:
    for said in shop.incident.signals:
        yield dataset_event(said.at, shop.datasets[said.dataset], {"headwater_signal": _facet(said)})


def _facet(said: Signal) -> facets.Facet:
    return facets.signal(
        kind=said.kind, severity=said.severity, source=said.source, author=said.author, text=said.text
    )
