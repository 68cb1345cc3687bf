"""Generated incidents: the same from the same seed, wide, and labelled rightly."""

import pytest

from headwater.timemachine.evidence import SuspectKind
from headwater.timemachine.generator.incidents import LabelledIncident, generate
from headwater.timemachine.generator.warehouse import JobLine, warehouse_from

SEEDS = range(60_000, 60_052)


@pytest.fixture(scope="module")
def incidents() -> list[LabelledIncident]:
    return [generate(seed) for seed in SEEDS]


def test_a_seed_gives_the_same_incident_each_time() -> None:
    assert generate(7) == generate(7)
    assert generate(7) != generate(8)


def test_every_kind_of_cause_occurs(incidents: list[LabelledIncident]) -> None:
    kinds = {one.kind for one in incidents}
    rare = {SuspectKind.RUN_UNUSUAL, SuspectKind.SIGNAL, SuspectKind.SPAN_ERROR}
    assert kinds >= {kind.value for kind in SuspectKind if kind not in rare}


def test_the_truth_is_in_the_evidence_unless_nobody_recorded_it(incidents: list[LabelledIncident]) -> None:
    for one in incidents:
        ids = {suspect.id for suspect in one.evidence.suspects}
        ids |= {seen.id for seen in one.evidence.observations if not seen.healthy}
        assert one.truth <= ids
        assert bool(one.truth) == (one.kind != "unrecorded")


def test_nothing_is_recorded_after_the_alert(incidents: list[LabelledIncident]) -> None:
    for one in incidents:
        assert all(seen.time <= one.alert.at for seen in one.evidence.observations)
        assert all(suspect.time <= one.alert.at for suspect in one.evidence.suspects)


def test_there_are_decoys_and_several_incidents_at_once(incidents: list[LabelledIncident]) -> None:
    assert any(one.away for one in incidents)
    assert {one.incidents for one in incidents} >= {1, 2}


def test_incidents_happen_on_a_graph_that_is_given() -> None:
    lines = [
        JobLine("load", ("orders",), ("daily",), (("orders", "amount", "daily", "total"),)),
        JobLine("report", ("daily",), ("report",)),
    ]
    found = generate(3, warehouse_from(lines, 3))
    assert {link.source.name for link in found.lineage.links} >= {"orders", "load", "daily", "report"}
