"""The lineage tracker's six functions, with its own names and shapes, over a running Headwater.

from headwater import tracker

tracker.registerAsset({"type": "table", "name": "crm.customers", "owner": "team:crm", "columns": [...]})
tracker.getDownstreamImpact("crm.customers", "email")["affectedDashboards"]

What this process writes, its reads wait for.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import httpx

from headwater.client.errors import NoAnswerError, UnreadableAnswerError, refused

# Their words are in camelCase, and so are the names here.
# ruff: noqa: N802, N803

ADDRESS = "http://127.0.0.1:8000"
TIMEOUT_SECONDS = 30.0

_written: dict[str, int] = {}
"""The position of our last write to each address."""


def registerAsset(asset: Mapping[str, Any], *, url: str = ADDRESS) -> dict[str, Any]:
    """Register a data asset, or update it; returns the full asset with `id` and `updatedAt`."""
    return _write(url, "registerAsset", dict(asset))


def addLineage(params: Mapping[str, Any], *, url: str = ADDRESS) -> dict[str, Any]:
    """Add a data flow from `sourceAsset` to `targetAsset`; returns the full edge."""
    return _write(url, "addLineage", dict(params))


def getDownstreamImpact(assetName: str, column: str | None = None, *, url: str = ADDRESS) -> dict[str, Any]:
    """What breaks if this asset, or this column of it, changes."""
    found: dict[str, Any] = _ask(url, "getDownstreamImpact", assetName=assetName, column=column)
    return found


def getUpstreamLineage(assetName: str, column: str | None = None, *, url: str = ADDRESS) -> dict[str, Any]:
    """Where the data of this asset, or of this column, comes from."""
    found: dict[str, Any] = _ask(url, "getUpstreamLineage", assetName=assetName, column=column)
    return found


def detectBreakingChanges(
    assetName: str, newColumns: Sequence[Mapping[str, Any]], *, url: str = ADDRESS
) -> dict[str, Any]:
    """What new columns would break."""
    body = {"assetName": assetName, "newColumns": [dict(column) for column in newColumns]}
    found: dict[str, Any] = _call("POST", url, "detectBreakingChanges", params=_seen(url), json=body)
    return found


def tracePIIFlow(columnClassification: str, *, url: str = ADDRESS) -> list[dict[str, Any]]:
    """Every column declared with this class, and everywhere that its data goes."""
    found: list[dict[str, Any]] = _ask(url, "tracePIIFlow", columnClassification=columnClassification)
    return found


def _write(url: str, call: str, body: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = _call("POST", url, call, json=body)
    _written[url] = max(_written.get(url, 0), int(answer.pop("position", 0)))
    return answer


def _ask(url: str, call: str, **asked: str | None) -> Any:
    given = {name: value for name, value in asked.items() if value is not None}
    return _call("GET", url, call, params={**given, **_seen(url)})


def _seen(url: str) -> dict[str, str]:
    return {"min_position": str(_written[url])} if url in _written else {}


def _call(method: str, url: str, call: str, **more: Any) -> Any:
    try:
        reply = httpx.request(method, f"{url}/api/tracker/{call}", timeout=TIMEOUT_SECONDS, **more)
    except httpx.TransportError as error:
        raise NoAnswerError(f"{url} does not answer: {error}") from error
    try:
        answer = reply.json()
    except ValueError as error:
        raise UnreadableAnswerError(f"{url} answered HTTP {reply.status_code} without JSON") from error
    if reply.is_error:
        raise refused(reply.status_code, answer)
    return answer
