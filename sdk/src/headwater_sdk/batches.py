"""What is sent together: a request's body, made once and kept as it is until the server has taken it."""

from __future__ import annotations

import gzip
import itertools
import json
import os
import time
from collections.abc import Sequence
from typing import NamedTuple

from headwater_sdk.events import encode

ROUTES = {
    "lineage": "/api/v1/lineage/batch",
    "traces": "/api/v1/telemetry/ingest",
    "metrics": "/api/v1/telemetry/ingest",
}
"""What can be sent, and where to."""

# How JSON of plain letters writes them, and halves of characters beyond 16 bits as well.
SURROGATE = "\\ud"

_numbers = itertools.count()


class Batch(NamedTuple):
    """Names are in the order of making, also across processes. `size` counts events; `body` is compressed."""

    name: str
    kind: str
    size: int
    body: bytes


def new_name() -> str:
    return f"{time.time_ns():020d}-{os.getpid()}-{next(_numbers):09d}"


def make_batch(kind: str, texts: Sequence[str], namespace: str, name: str | None = None) -> Batch:
    body = f"[{','.join(texts)}]"
    if kind != "lineage":
        body = f'{{"namespace":{encode(namespace)},"{kind}":{body},"source":"headwater-sdk"}}'
    # Level 1: the host's processor matters more than the bytes.
    return Batch(name or new_name(), kind, len(texts), gzip.compress(_whole(body), 1))


def _whole(body: str) -> bytes:
    """Without half characters, as names of files that are no text have them: no server takes those."""
    if SURROGATE not in body:
        return body.encode()
    said = json.dumps(json.loads(body), ensure_ascii=False, separators=(",", ":"))
    return said.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()


def halves(batch: Batch, namespace: str) -> tuple[Batch, Batch]:
    """Both parts of a batch, so that what can't be taken does not take the rest with it."""
    content = json.loads(gzip.decompress(batch.body))
    items = [encode(item) for item in (content if batch.kind == "lineage" else content[batch.kind])]
    middle = len(items) // 2
    return make_batch(batch.kind, items[:middle], namespace), make_batch(
        batch.kind, items[middle:], namespace
    )
