"""Starts and ends of executions before FastAPI: many at once, in one transaction.

Only what the routes would take without a word is taken here: everything else, and every caller that is bound
to teams, is left to them. So there is one place that says what is wrong with a request.
"""

import json
from typing import TypeVar

from pydantic import ValidationError

from headwater.access.callers import current_caller
from headwater.dialects.contract import DirectHandler, Headers, OpenWriting, Reply
from headwater.dialects.watcher import translate, wire
from headwater.errors import HeadwaterError
from headwater.questions.pipelines.execution_group import ExecutionGroup
from headwater.questions.pipelines.executions import Call, Outcome, StartedExecution

JSON = "application/json"
# Metadata may be large: reading it here would hold up everyone else.
MOST_BYTES = 64 * 1024

Body = TypeVar("Body", bound=wire.Body)


def direct_posts(open_writing: OpenWriting) -> dict[str, DirectHandler]:
    group = ExecutionGroup(open_writing)

    async def start(headers: Headers, body: bytes) -> Reply | None:
        call = _read(wire.StartExecution, headers, body)
        if call is None:
            return None
        outcome = await _written(group, translate.to_start(call))
        assert isinstance(outcome, StartedExecution)
        return Reply(201, translate.started(outcome).model_dump_json().encode(), {"content-type": JSON})

    async def end(headers: Headers, body: bytes) -> Reply | None:
        call = _read(wire.EndExecution, headers, body)
        if call is None:
            return None
        await _written(group, translate.to_end(call))
        return Reply(204, b"")

    return {"/start_pipeline_execution": start, "/end_pipeline_execution": end}


async def _written(group: ExecutionGroup, call: Call) -> Outcome:
    outcome = await group.outcome(call)
    if isinstance(outcome, HeadwaterError):
        raise outcome
    return outcome


def _read(kind: type[Body], headers: Headers, body: bytes) -> Body | None:
    """As FastAPI reads it; None where that is the route's."""
    plain = headers.get("content-type", "").partition(";")[0].strip().lower() == JSON
    if not plain or len(body) > MOST_BYTES or current_caller.get().teams is not None:
        return None
    try:
        return kind.model_validate(json.loads(body))
    # Also of what is nested too deeply.
    except (ValidationError, ValueError, RecursionError):
        return None
