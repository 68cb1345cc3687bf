"""Whatever the server may answer with null, the client takes as None."""

import types
from collections.abc import Iterator
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest
from pydantic import BaseModel

from headwater.api.wire import analytics, assets, compliance, graph, impact, operations
from headwater.client import answers, verdicts

PAIRS = [
    (analytics.ClassifiedPage, verdicts.ClassifiedColumns),
    (compliance.Flows, verdicts.Flows),
    (impact.Impact, verdicts.Impact),
    (impact.Upstream, verdicts.Upstream),
    (impact.Judgement, verdicts.BreakingChanges),
    (assets.AssetPage, answers.AssetPage),
    (assets.Asset, answers.Asset),
    (assets.AssetWritten, answers.Registered),
    (graph.Walk, answers.Walk),
    (graph.Paths, answers.Paths),
    (graph.Diff, answers.Diff),
    (operations.Pipeline, answers.Pipeline),
]


@pytest.mark.parametrize(("sent", "taken"), PAIRS, ids=lambda shape: shape.__name__)
def test_the_client_takes_every_null_that_the_server_may_send(
    sent: type[BaseModel], taken: type[msgspec.Struct]
) -> None:
    assert list(refused(sent, taken, taken.__name__)) == []


def refused(sent: type[BaseModel], taken: type[msgspec.Struct], where: str) -> Iterator[str]:
    """Places where null may come and is not taken; what the client leaves out does no harm."""
    theirs = {one.serialization_alias or name: one.annotation for name, one in sent.model_fields.items()}
    hints = get_type_hints(taken)
    for field in msgspec.structs.fields(taken):
        if field.encode_name not in theirs:
            continue
        place = f"{where}.{field.encode_name}"
        told, known = theirs[field.encode_name], hints[field.name]
        if takes_none(told) and not takes_none(known):
            yield place
        model, struct = inner(told, BaseModel), inner(known, msgspec.Struct)
        if model and struct:
            yield from refused(model, struct, place)


def takes_none(shape: Any) -> bool:
    if get_origin(shape) in (Union, types.UnionType):
        return any(takes_none(part) for part in get_args(shape))
    return shape in (Any, None, types.NoneType)


def inner(shape: Any, base: type) -> Any:
    """The model within lists and options; null within a list is none of its own shapes."""
    if isinstance(shape, type) and issubclass(shape, base):
        return shape
    return next((found for part in get_args(shape) if (found := inner(part, base))), None)
