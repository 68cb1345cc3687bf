"""The lineage tracker's six functions, with its own names and shapes, over a running Headwater.

from headwater import tracker

tracker.registerAsset({"type": "table", "name": "crm.customers", "owner": "team:crm", "columns": [...]})
tracker.getDownstreamImpact("crm.customers", "email")["affectedDashboards"]

What this process writes, its reads wait for.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from headwater.client import Headwater
from headwater.client.request import Request

# Their words are in camelCase, and so are the names here.
# ruff: noqa: N802, N803

ADDRESS = "http://127.0.0.1:8000"
Answer = TypeVar("Answer")

_clients: dict[str, Headwater] = {}


def registerAsset(asset: Mapping[str, Any], *, url: str = ADDRESS) -> dict[str, Any]:
    """Register a data asset, or update it; returns the full asset with `id` and `updatedAt`."""
    return _write(url, "registerAsset", dict(asset))


def addLineage(params: Mapping[str, Any], *, url: str = ADDRESS) -> dict[str, Any]:
    """Add a data flow from `sourceAsset` to `targetAsset`; returns the full edge."""
    return _write(url, "addLineage", dict(params))


def getDownstreamImpact(assetName: str, column: str | None = None, *, url: str = ADDRESS) -> dict[str, Any]:
    """What breaks if this asset, or this column of it, changes."""
    return _ask(url, "getDownstreamImpact", dict[str, Any], assetName=assetName, column=column)


def getUpstreamLineage(assetName: str, column: str | None = None, *, url: str = ADDRESS) -> dict[str, Any]:
    """Where the data of this asset, or of this column, comes from."""
    return _ask(url, "getUpstreamLineage", dict[str, Any], assetName=assetName, column=column)


def detectBreakingChanges(
    assetName: str, newColumns: Sequence[Mapping[str, Any]], *, url: str = ADDRESS
) -> dict[str, Any]:
    """What new columns would break."""
    body = {"assetName": assetName, "newColumns": [dict(column) for column in newColumns]}
    return _client(url).send(_request("POST", "detectBreakingChanges", dict[str, Any], body=body))


def tracePIIFlow(columnClassification: str, *, url: str = ADDRESS) -> list[dict[str, Any]]:
    """Every column declared with this class, and everywhere that its data goes."""
    return _ask(url, "tracePIIFlow", list[dict[str, Any]], columnClassification=columnClassification)


def _write(url: str, call: str, body: dict[str, Any]) -> dict[str, Any]:
    answer = _client(url).send(_request("POST", call, dict[str, Any], body=body, reads=False))
    answer.pop("position", None)
    return answer


def _ask(url: str, call: str, answer: type[Answer], **asked: str | None) -> Answer:
    given = {name: value for name, value in asked.items() if value is not None}
    return _client(url).send(_request("GET", call, answer, parameters=given))


def _request(
    method: str, call: str, answer: type[Answer], *, body: Any = None, **more: Any
) -> Request[Answer]:
    sent = None if body is None else msgspec.json.encode(body)
    return Request(method, f"/api/tracker/{call}", answer, body=sent, **more)


def _client(url: str) -> Headwater:
    """One for each address: it remembers where its own writes stand, and its reads wait for them."""
    return _clients.setdefault(url, Headwater(url))
