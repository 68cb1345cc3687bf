"""An OpenLineage event of a run, as text.

Made in the host's thread, which pays for it: what does not change from call to call is encoded once, and an
event is put together from these parts.
"""

from __future__ import annotations

import json
import os
import time
import uuid
from collections.abc import Iterable, Mapping
from datetime import datetime, timezone
from typing import Any

from headwater_sdk.datasets import Dataset
from headwater_sdk.facets import statistics
from headwater_sdk.version import PRODUCER

SCHEMA = "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent"
FRAME = f'"producer":"{PRODUCER}","schemaURL":"{SCHEMA}"'


# Made once: `json.dumps` makes one with every call, which takes longer than a small value.
encoder = json.JSONEncoder(separators=(",", ":"), allow_nan=False)


def encode(value: Any) -> str:
    """As JSON, whatever the value holds: what JSON has no word for is written as text.

    >>> encode({"a": float("nan"), 1: {2}})
    '{"a":"nan","1":"{2}"}'
    """
    try:
        return encoder.encode(value)
    except (TypeError, ValueError, RecursionError):
        return encoder.encode(_plain(value, 20))


def _plain(value: Any, depth: int) -> Any:
    if isinstance(value, Mapping) and depth:
        return {str(key): _plain(one, depth - 1) for key, one in value.items()}
    if isinstance(value, (list, tuple)) and depth:
        return [_plain(one, depth - 1) for one in value]
    is_plain = value is None or isinstance(value, (bool, int, str)) or _is_finite(value)
    return value if is_plain else str(value)


def _is_finite(value: Any) -> bool:
    return isinstance(value, float) and value - value == 0


def new_id() -> str:
    """A UUID of version 7: unique also after a fork, and in the order of time."""
    random = int.from_bytes(os.urandom(10), "big")
    value = (time.time_ns() // 1_000_000) << 80 | random
    value = value & ~(0xF << 76) | 7 << 76
    return str(uuid.UUID(int=value & ~(0b11 << 62) | 0b10 << 62))


def now() -> str:
    return datetime.now(timezone.utc).isoformat()


def facets_text(facets: Mapping[str, Any]) -> str:
    """The inside of an object of facets, so that more can be added behind it."""
    return encode(facets)[1:-1]


def dataset_text(dataset: Dataset, direction: str, rows: int | None = None, size: int | None = None) -> str:
    content: dict[str, Any] = {"namespace": dataset.namespace, "name": dataset.name}
    if dataset.facets:
        content["facets"] = dataset.facets
    return encode({**content, **statistics(direction, rows, size)})


def event_text(
    state: str, run_id: str, run_facets: str, job: str, inputs: Iterable[str], outputs: Iterable[str]
) -> str:
    """The whole event; `state` is a word, everything else is JSON already."""
    return (
        f'{{"eventType":"{state}","eventTime":"{now()}",{FRAME},'
        f'"run":{{"runId":{run_id},"facets":{{{run_facets}}}}},"job":{job},'
        f'"inputs":[{",".join(inputs)}],"outputs":[{",".join(outputs)}]}}'
    )


def parent_facet(run_id: str, job: str, root_id: str, root_job: str) -> str:
    """The parent facet, with the run at the top of them all as `root`."""
    return (
        f'"parent":{{"_producer":"{PRODUCER}",'
        '"_schemaURL":"https://openlineage.io/spec/facets/1-2-0/ParentRunFacet.json#/$defs/ParentRunFacet",'
        f'"run":{{"runId":{encode(run_id)}}},"job":{{{job}}},'
        f'"root":{{"run":{{"runId":{encode(root_id)}}},"job":{{{root_job}}}}}}}'
    )
