"""What spans say of the runs around an alert."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import psycopg
import pytest

from headwater.facts.telemetry.arrow import read_entries
from headwater.model.ids import JobId
from headwater.model.telemetry import TelemetryEntry
from headwater.model.times import to_micros
from headwater.questions.investigation.evidence import GatheredEvidence
from headwater.store.telemetry import publish as telemetry
from headwater.timemachine.engine import explain
from headwater.timemachine.evidence import Alert, Sign, Suspect, SuspectKind
from tests.builders import at, run_id
from tests.facts.telemetry.requests import SECOND, span, traces
from tests.questions.investigation.conftest import ALERT, DAY, NIGHT, Gather, night

Traced = Callable[..., None]
LOAD = JobId("tests", "load")


def nanos(moment: datetime) -> int:
    return to_micros(moment) * 1000


@pytest.fixture
def traced(connection: psycopg.Connection[Any]) -> Traced:
    """Nights in which the load waited three seconds and wrote for five minutes; then tonight."""

    def send(*tonight: Any, weeks: int = 19) -> None:
        nights = [one for number in range(1, weeks + 1) for one in load(number, (3, 300))]
        body = traces(*nights, *tonight)
        moment = to_micros(at(ALERT))
        entry = TelemetryEntry(1, "traces", "protobuf", None, moment, body)
        telemetry.publish(connection, read_entries([entry]), 1, 3650)

    return send


def load(number: int, seconds: tuple[int, int], **of_write: Any) -> list[Any]:
    """The spans of the run so many nights ago: the task, a wait and a write."""
    start, trace = nanos(at(NIGHT - number * DAY)), number + 1
    about = {"openlineage.run_id": str(run_id(f"load-{number}"))}
    wait, write = (one * SECOND for one in seconds)
    failed = of_write.get("failed", False)
    return [
        span(
            1, trace=trace, name="task", start=start, duration=wait + write, failed=failed, attributes=about
        ),
        span(2, trace=trace, name="wait", start=start, duration=wait, parent=1),
        span(3, trace=trace, name="write", start=start + wait, duration=write, parent=1, **of_write),
    ]


def seen(found: GatheredEvidence, sign: Sign) -> Any:
    (one,) = (one for one in found.evidence.observations if one.sign is sign)
    return one


def cause(found: GatheredEvidence) -> Suspect | None:
    alert = Alert(found.root, at(ALERT), at(ALERT - 2 * DAY))
    named = explain(alert, found.evidence, found.lineage).cause
    return named.suspect if named else None


def test_a_long_run_names_the_span_that_cost_the_time(gathered: Gather, traced: Traced) -> None:
    traced(*load(0, (6000, 300)))
    found = gathered(*night(0, minutes=105))
    long = seen(found, Sign.RUN_LONG)
    assert (long.span.name, long.span.service, long.span.seconds) == ("wait", "loader", 6000)
    assert (long.span.trace_id, long.span.span_id) == (f"{1:032x}", f"{2:016x}")
    assert round(long.span.usual_seconds) == 3
    named = cause(found)
    assert named is not None
    assert (named.kind, named.entity, named.span) == (SuspectKind.SPAN_SLOW, LOAD, long.span)
    assert "span wait of loader took 6,000 s, where 3.0 s are usual" in named.says


def test_a_failed_run_names_its_innermost_failed_span(gathered: Gather, traced: Traced) -> None:
    traced(*load(0, (3, 60), failed=True))
    failed = seen(gathered(*night(0, "FAIL")), Sign.RUN_FAILED)
    assert (failed.span.name, failed.span.usual_seconds) == ("write", None)
    # The run itself said nothing.
    assert failed.message == failed.span.message == "boom"


def test_without_a_history_of_the_operation_no_span_is_slow(gathered: Gather, traced: Traced) -> None:
    traced(*load(0, (6000, 300)), weeks=3)
    assert seen(gathered(*night(0, minutes=105)), Sign.RUN_LONG).span is None


def test_a_span_that_failed_in_a_run_that_ended_well_is_suspected(gathered: Gather, traced: Traced) -> None:
    traced(*load(0, (3, 300)), span(4, trace=1, name="rates", start=nanos(at(NIGHT)), parent=1, failed=True))
    (found,) = (one for one in gathered(*night(0)).evidence.suspects if one.kind is SuspectKind.SPAN_ERROR)
    assert (found.entity, found.time, found.message) == (LOAD, at(NIGHT), "boom")
    assert found.says == "span rates of loader failed, and the run went on"


def test_what_was_tried_again_and_worked_is_not_suspected(gathered: Gather, traced: Traced) -> None:
    start = nanos(at(NIGHT))
    first = span(4, trace=1, name="rates", start=start, parent=1, failed=True)
    again = span(5, trace=1, name="rates", start=start + 2 * SECOND, parent=1)
    traced(*load(0, (3, 300)), first, again)
    kinds = {one.kind for one in gathered(*night(0)).evidence.suspects}
    assert SuspectKind.SPAN_ERROR not in kinds


def test_a_span_that_ended_after_the_alert_is_not_known_yet(gathered: Gather, traced: Traced) -> None:
    late = span(
        4, trace=1, name="rates", start=nanos(at(ALERT - 1)), duration=120 * SECOND, parent=1, failed=True
    )
    traced(*load(0, (3, 300)), late)
    kinds = {one.kind for one in gathered(*night(0)).evidence.suspects}
    assert SuspectKind.SPAN_ERROR not in kinds
