"""A simulation as JSON."""

import msgspec

from headwater.cli.offline.answer import OfflineSimulation
from headwater.cli.simulation_formats.json import render
from tests.cli.simulation_formats.hostile import report, shop


def test_nothing_is_lost() -> None:
    whole = msgspec.json.decode(render(report()))
    assert whole == msgspec.json.decode(msgspec.json.encode(shop()))
    assert set(whole) == set(OfflineSimulation.__struct_fields__)
