"""The readers of what people, pagers and tests say: signals and test results."""

from typing import Any

from msgspec.json import Decoder, Encoder

from headwater.facts import kinds
from headwater.facts.fact import Fact
from headwater.model.events import LogEntry
from headwater.model.ids import DatasetId, JobId, NodeKind, digest, normal_namespace
from headwater.model.reports import MAX_TEXT, SCHEMES, SEVERITIES

SAID = ("source", "author", "severity", "text", "link")

_decode = Decoder(dict[str, Any]).decode
_encode = Encoder(order="sorted").encode


def read_signal(entry: LogEntry) -> list[Fact]:
    document = _decode(entry.body)
    entity = _entity(document["entity"])
    said = kinds.signal(entity.key, document.get("column"), signal_text(document))
    return [kinds.node(entity), said._replace(key=digest(entry.event_id, said.key))]


def read_assertion(entry: LogEntry) -> list[Fact]:
    """Joins the results that OpenLineage brings: without a run, one result a test and instant."""
    document = _decode(entry.body)
    dataset, column = _dataset(document["entity"]), document.get("column")
    kept = ("success", "actual", "expected", "message")
    stated = {name: document[name] for name in kept if document.get(name) is not None}
    result = {"assertion": document["name"], "name": document["name"], "column": column, **stated}
    fact = kinds.assertion(dataset, column, document["name"], document["name"], _encode(result).decode())
    return [kinds.node(dataset), fact._replace(key=digest(str(entry.at), fact.key))]


def signal_text(said: dict[str, Any]) -> str:
    """What is kept of it, in one form whoever says it."""
    kept = {name: said[name] for name in SAID if said.get(name) not in (None, "")}
    severity = str(kept.pop("severity", "")).lower()
    link = str(kept.pop("link", ""))
    if severity in SEVERITIES:
        kept["severity"] = severity
    if link.lower().startswith(SCHEMES):
        kept["link"] = link
    return _encode({**kept, "text": str(said.get("text", ""))[:MAX_TEXT]}).decode()


def _entity(entity: dict[str, str]) -> DatasetId | JobId:
    if entity["kind"] == NodeKind.JOB:
        return JobId(entity["namespace"], entity["name"])
    return _dataset(entity)


def _dataset(entity: dict[str, str]) -> DatasetId:
    return DatasetId(normal_namespace(entity["namespace"]), entity["name"])
