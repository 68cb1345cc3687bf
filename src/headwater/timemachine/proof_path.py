"""The way from a cause to the alert, station by station, with what was seen at each."""

from headwater.timemachine.case import Case
from headwater.timemachine.explanation import ProofStep
from headwater.timemachine.flow_map import SEEN, TOUCHED, WHOLE, Place
from headwater.timemachine.scoring import Terms

MOST_STEPS = 200


def proof_path(case: Case, terms: Terms, suspect: int) -> tuple[ProofStep, ...]:
    """The strongest way to a unit that the alert is about; empty where there is none."""
    unit = max(case.alerted, key=lambda one: (terms.caused[one, suspect], -one))
    if terms.caused[unit, suspect] <= 0:
        return ()
    names: list[Place] = list(case.flow.places)
    steps: list[ProofStep] = []
    for place, factor in reversed(_way_back(case, suspect, case.places[unit])):
        entity, part = names[place]
        column = None if part in (WHOLE, SEEN, TOUCHED) else part
        if steps and steps[-1].entity == entity:
            factor = min(factor, steps.pop().confidence)
        steps.append(_step(case, terms, suspect, (entity, column or ""), factor))
    return tuple(steps)


def _way_back(case: Case, suspect: int, place: int) -> list[tuple[int, float]]:
    """From the end to the start, along the arcs that carried most, with the factor of each."""
    strength, way = case.strength[:, suspect], [(place, 1.0)]
    met = {place}
    while len(way) < MOST_STEPS:
        arcs = [arc for arc in case.flow.arcs.get(way[-1][0], ()) if arc[0] not in met]
        best = max(arcs, key=lambda arc: (strength[arc[0]] * arc[1], -arc[0]), default=None)
        carried = strength[best[0]] * best[1] if best else 0.0
        # A start has its strength by itself.
        if best is None or carried <= 0 or carried < strength[way[-1][0]] * 0.999:
            break
        way[-1] = (way[-1][0], best[1])
        way.append((best[0], 1.0))
        met.add(best[0])
    return way


def _step(case: Case, terms: Terms, suspect: int, where: Place, factor: float) -> ProofStep:
    entity, column = where
    one = case.suspects[suspect]
    if entity == one.entity:
        return ProofStep(entity, one.column or column or None, one.says, one.time, one.event_id)
    seen = [
        unit.first
        for number, unit in enumerate(case.units[: case.bad])
        if unit.entity == entity and terms.caused[number, suspect] > 0
    ]
    if not seen:
        return ProofStep(entity, column or None, "leads through here", confidence=factor)
    first = min(seen, key=lambda found: (found.time, found.id))
    says = f"{first.sign.value.replace('_', ' ')} {first.name}".strip()
    return ProofStep(entity, column or first.column, says, first.time, first.event_id, factor)
