"""The runbook of a simulation: its steps, each with what it would do to the texts as they are today."""

from collections.abc import Iterator, Mapping, Sequence

from headwater.answers.simulation import SimulatedStep
from headwater.questions.simulation.judgements import counts
from headwater.simulator.meanings import Meanings
from headwater.simulator.propagation import Judging, ReplayedText, propagate
from headwater.simulator.proposals import ChangeType, ProposedChange
from headwater.simulator.runbook import RunbookFacts, RunbookStep, runbook
from headwater.simulator.schema_changes import apply
from headwater.sql.schemas import TableSchema


def simulated_steps(
    facts: RunbookFacts,
    texts: Sequence[ReplayedText],
    schemas: Mapping[str, TableSchema],
    judge: Judging,
    hops: int,
    meanings: Meanings | None,
) -> Iterator[SimulatedStep]:
    """Each step begins where the one before it ended; `meanings` change when the new text is released."""
    for step in runbook(facts):
        simulated = None
        changes = _applicable(step, schemas)
        if changes or step.releases:
            found = propagate(texts, schemas, changes, judge, hops, meanings if step.releases else None)
            simulated = counts(one.judgement.verdict for one in found.verdicts.values())
            schemas = apply(changes, schemas)
        yield SimulatedStep(step.title, step.details, step.sql, step.verify, step.rollback, simulated)


def _applicable(step: RunbookStep, schemas: Mapping[str, TableSchema]) -> tuple[ProposedChange, ...]:
    """Without what an earlier step did already."""
    return tuple(
        change
        for change in step.changes
        if change.type is not ChangeType.ADD_COLUMN or not _has(schemas.get(change.table), change.target)
    )


def _has(table: TableSchema | None, column: str | None) -> bool:
    return table is not None and table.column(column or "") is not None
