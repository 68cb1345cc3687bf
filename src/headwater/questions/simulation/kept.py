"""A simulation that was made, with what people have said of it since."""

from collections import Counter
from typing import Annotated

from msgspec import structs

from headwater.answers.responses import ResponseCounts
from headwater.answers.simulation import Simulation, VerdictCounts
from headwater.errors import NotFoundError
from headwater.questions.reading import Reading
from headwater.questions.registry import Parameter
from headwater.questions.simulation.proofs import with_proofs
from headwater.store.queries import responses, simulation_proofs, simulations

SimulationId = Annotated[int, Parameter("Its number.", minimum=1, maximum=2**63 - 1)]


def kept_simulation(reading: Reading, number: int) -> Simulation:
    found = simulations.result(reading.connection, number)
    if found is None:
        raise NotFoundError(f"no simulation `{number}`")
    return with_proofs(found, simulation_proofs.find(reading.connection, number))


def findings(simulation: Simulation) -> dict[str, str]:
    """The verdict of each finding that it shows."""
    texts = (*simulation.queries.items, *simulation.job_texts.items)
    return {text.finding: text.verdict for text in texts if text.finding}


def with_responses(reading: Reading, simulation: Simulation) -> Simulation:
    """What may pass now, and how many consumers have answered."""
    known = findings(simulation)
    passing = responses.holding(reading.connection, known, reading.clock())
    less = Counter(known[one.finding] for one in passing)
    said = Counter(one.verdict for one in responses.of_simulation(reading.connection, simulation.id))
    asked = simulation.responses.consumers
    sides = (simulation.queries.counts, simulation.job_texts.counts)
    return structs.replace(
        simulation,
        acknowledgements=passing,
        unacknowledged=VerdictCounts(
            **{
                name: sum(getattr(side, name) for side in sides) - less[name]
                for name in VerdictCounts.__struct_fields__
            }
        ),
        responses=ResponseCounts(asked, said["accept"], said["object"], asked - said.total()),
    )
