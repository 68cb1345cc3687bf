"""Simulating a change: replay every text that touches it, score how far it reaches, say what to do."""

from dataclasses import replace
from typing import Annotated

from msgspec import structs

from headwater.access.scopes import AccessScope
from headwater.answers.simulation import Simulation, SimulationPage
from headwater.errors import BadParameterError
from headwater.questions import resolve
from headwater.questions.parameters import Cursor, Limit
from headwater.questions.reading import Reading
from headwater.questions.record import record
from headwater.questions.registry import Parameter, question
from headwater.questions.simulation.gathering import current_schema
from headwater.questions.simulation.kept import SimulationId, kept_simulation, with_responses
from headwater.questions.simulation.model_changes import changed_model, model_dataset
from headwater.questions.simulation.proofs import ask_later
from headwater.questions.simulation.requests import SimulationRequest
from headwater.questions.simulation.results import SimulatedChange
from headwater.simulator.judges import Judges
from headwater.sql.schemas import TableSchema
from headwater.store.queries import simulations
from headwater.store.queries.paging import DEFAULT_LIMIT

OfAsset = Annotated[str | None, Parameter("Filter by dataset.", examples=("shopflow.sales.orders",))]


@question("/simulations", topic="simulations", method="POST", scope=AccessScope.SIMULATE)
def simulate(reading: Reading, request: SimulationRequest) -> Simulation:
    """What a proposed change to a dataset would break; the result is kept as it was computed.

    Every query and every text of a job that names the dataset, or what is made from it, is judged against
    the schema before and after. Nothing is executed.
    """
    # What looking up takes is not left for proofs: of many texts the rest is proved after the answer.
    judges = Judges(seconds=reading.proof_seconds).begun()
    with reading.engines() as engines:
        computed = _computed(reading, request, replace(judges, engines=engines))
    consumers, unproved = computed.consumers(), computed.unproved()

    def answer(number: int) -> Simulation:
        found = computed.answer(number)
        counted = structs.replace(found.responses, consumers=len(consumers), open=len(consumers))
        return with_responses(reading, structs.replace(found, responses=counted))

    with reading.connection.transaction():
        kept = simulations.insert(reading.connection, answer, consumers)
        written = {"simulation": [kept.id]}
        if unproved is not None:
            written["simulation_proof"] = [ask_later(reading.connection, kept, unproved)]
        record(reading.connection, written, kept.at)
    return kept


def _computed(reading: Reading, request: SimulationRequest, judges: Judges) -> SimulatedChange:
    connection = reading.connection
    if request.is_model:
        dataset, job = model_dataset(connection, request.asset)
        model = changed_model(
            connection, dataset, job, request.model_sql or "", request.old_sql, request.dialect
        )
        return SimulatedChange(reading, dataset, model.changes, request.hops, judges, model)
    dataset = resolve.entity(connection, request.asset, resolve.DATASET, field="asset")
    table = TableSchema(dataset.name, current_schema(connection, dataset))
    changes = request.proposed(table, dataset.namespace)
    if any(change.table != dataset.name for change in changes):
        raise BadParameterError("changes", f"every change must be one of `{dataset.name}`")
    return SimulatedChange(reading, dataset, changes, request.hops, judges)


@question("/simulations", topic="simulations", lists=("items",))
def list_simulations(
    reading: Reading, asset: OfAsset = None, limit: Limit = DEFAULT_LIMIT, cursor: Cursor = None
) -> SimulationPage:
    """Simulations that were made, newest first."""
    dataset = resolve.entity(reading.connection, asset, resolve.DATASET, field="asset") if asset else None
    return simulations.page(reading.connection, dataset.node_id if dataset else None, limit, cursor)


@question("/simulations/{simulation_id}", topic="simulations")
def simulation(reading: Reading, simulation_id: SimulationId) -> Simulation:
    """One simulation, as it was computed, with what people say of it now."""
    return with_responses(reading, kept_simulation(reading, simulation_id))
