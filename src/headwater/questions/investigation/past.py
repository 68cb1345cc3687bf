"""Past failures asked again: the same evidence, the same engine, for the back-test."""

from collections.abc import Iterable, Iterator
from datetime import timedelta

from headwater.questions.investigation.evidence import gather
from headwater.questions.reading import Reading
from headwater.store.queries import nodes
from headwater.store.queries.evidence.failures import PastFailure
from headwater.timemachine.backtest import PastAnswer
from headwater.timemachine.engine import explain
from headwater.timemachine.evidence import Alert
from headwater.timemachine.explanation import ModelName


def answers_to(
    reading: Reading, failures: Iterable[PastFailure], lookback: timedelta
) -> Iterator[PastAnswer]:
    """What each model says of each failure, as it would have said at the time."""
    for failure in failures:
        yield from _answers(reading, failure, lookback)


def _answers(reading: Reading, failure: PastFailure, lookback: timedelta) -> Iterator[PastAnswer]:
    canonical = reading.snapshot.nodes.canonical
    # What was published since the graph was loaded stands for itself.
    known = failure.node_id < len(canonical)
    number = int(canonical[failure.node_id]) if known else failure.node_id
    root = nodes.names(reading.connection, [number])[number]
    since = failure.at - lookback
    found = gather(reading, root, since, failure.at)
    run = str(failure.run_id) if failure.run_id else None
    alert = Alert(found.root, failure.at, since, failure.field or None, run)
    for model in ModelName:
        said = explain(alert, found.evidence, found.lineage, judge=found.judge, model=model)
        cause = said.cause.suspect if said.cause else None
        yield PastAnswer(
            entity=f"{root.namespace}/{root.name}",
            at=failure.at.isoformat(),
            model=model.value,
            kind=cause.kind.value if cause else PastAnswer.NONE,
            cause=f"{cause.says} ({cause.entity.name})" if cause else "",
            probability=said.probability,
        )
