"""The calls of OpenMetadata that are read: paged, patient with limits, and clear about tokens and rights."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx

from headwater.errors import BadInputError, NotReadyError
from headwater.model.events import content_id

PAGE = 100
# Of results and runs, which are asked for by time, newest first.
HISTORY_ROWS = 1000
LATEST = 4_102_444_800_000
SEARCHED = "table_search_index"
SECONDS = 30.0
TRIES = 5
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
BUSY = (429, 502, 503, 504)
REFUSALS = {
    401: "the token is missing, wrong or expired: take a new one from OpenMetadata's page, your own settings",
    403: "the token lacks a permission: its user or bot has to be allowed to do this",
    404: "not found: is this the address of OpenMetadata, of version 1.3 or newer?",
}


class OpenMetadataApi:
    """`pause` is what waits between two tries."""

    def __init__(
        self,
        url: str,
        token: str | None,
        transport: httpx.BaseTransport | None = None,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        headers = {"Accept": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        base = url.rstrip("/").removesuffix("/api/v1").removesuffix("/api")
        self._url, self._pause = base, pause
        self._http = httpx.Client(base_url=base, headers=headers, timeout=SECONDS, transport=transport)

    def close(self) -> None:
        self._http.close()

    def get(self, path: str, **parameters: Any) -> Any:
        """The body as it came; an error names the call and says what to do."""
        return self._body(self._sent("GET", path, params=parameters), path)

    def put(self, path: str, body: Any) -> None:
        """Writing the same twice leaves the same, so that it can be tried again."""
        self._refused(self._sent("PUT", path, json=body), path)

    def _sent(self, method: str, path: str, **content: Any) -> httpx.Response:
        for number in range(TRIES):
            last = number == TRIES - 1
            try:
                reply = self._http.request(method, f"/api/v1{path}", **content)
            except httpx.TransportError as error:
                if last:
                    reason = f"no answer from {self._url}: {error or type(error).__name__}"
                    raise NotReadyError(reason) from error
                self._pause(FIRST_PAUSE * 2**number)
                continue
            if reply.status_code not in BUSY:
                return reply
            if last:
                raise NotReadyError(
                    f"{self._url}{path} still answers {reply.status_code} after {TRIES} tries"
                )
            self._pause(_asked_pause(reply, number))
        raise AssertionError("unreachable")

    def _refused(self, reply: httpx.Response, path: str) -> None:
        if reply.status_code in REFUSALS:
            raise BadInputError(f"{self._url}/api/v1{path}", REFUSALS[reply.status_code])
        if not reply.is_success:
            raise BadInputError(f"{self._url}/api/v1{path}", f"answered {reply.status_code}")

    def _body(self, reply: httpx.Response, path: str) -> Any:
        self._refused(reply, path)
        try:
            return reply.json()
        except ValueError as error:
            raise BadInputError(f"{self._url}/api/v1{path}", "the answer is not JSON") from error
        except RecursionError as error:
            raise BadInputError(f"{self._url}/api/v1{path}", "the answer is nested too deep") from error

    def pages(self, path: str, **parameters: Any) -> Iterator[dict[str, Any]]:
        """Every entity of a list. A cursor that does not move on is an error, not an endless loop."""
        after: str | None = None
        while True:
            more = {"after": after} if after else {}
            body = self.get(path, limit=PAGE, **parameters, **more)
            listed = body.get("data") if isinstance(body, dict) else None
            paging = body.get("paging") if isinstance(body, dict) else None
            if not isinstance(listed, list) or not isinstance(paging, dict | None):
                raise BadInputError(f"{self._url}/api/v1{path}", "the answer is no page of a list")
            yield from (one for one in listed if isinstance(one, dict))
            following = (paging or {}).get("after")
            if not following:
                return
            if following == after:
                raise BadInputError(f"{self._url}/api/v1{path}", "a page leads to itself")
            after = following

    def history(self, path: str) -> list[dict[str, Any]]:
        """All that happened to an entity, newest first: as many calls as its rows need."""
        found: dict[str, dict[str, Any]] = {}
        until = LATEST
        while True:
            rows = self._rows(path, until)
            before = len(found)
            found |= {content_id([row]).hex: row for row in rows}
            times = [row["timestamp"] for row in rows if isinstance(row.get("timestamp"), int)]
            if len(rows) < HISTORY_ROWS or len(found) == before or not times:
                return list(found.values())
            until = min(times)

    def _rows(self, path: str, until: int) -> list[dict[str, Any]]:
        body = self.optional(path, startTs=0, endTs=until, limit=HISTORY_ROWS)
        listed = body.get("data") if isinstance(body, dict) else None
        return [row for row in listed or () if isinstance(row, dict)]

    def search(self, text: str, size: int) -> list[dict[str, Any]]:
        """Tables as OpenMetadata's own search finds them, best first."""
        body = self.get("/search/query", q=text, index=SEARCHED, size=size, **{"from": 0})
        hits = (body.get("hits") or {}).get("hits") if isinstance(body, dict) else None
        found = [hit.get("_source") for hit in hits or () if isinstance(hit, dict)]
        return [one for one in found if isinstance(one, dict)]

    def optional(self, path: str, **parameters: Any) -> Any:
        """None where the server does not have it, as versions differ."""
        try:
            return self.get(path, **parameters)
        except BadInputError as error:
            if error.reason == REFUSALS[404]:
                return None
            raise


def _asked_pause(reply: httpx.Response, number: int) -> float:
    asked = reply.headers.get("Retry-After", "")
    pause = float(asked) if asked.isdigit() else FIRST_PAUSE * 2**number
    return min(pause, LONGEST_PAUSE)
