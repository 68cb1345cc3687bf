"""The calls of OpenMetadata that are read: paged, patient with limits, and clear about tokens and rights."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx

from headwater.errors import BadInputError, NotReadyError

PAGE = 100
SECONDS = 30.0
TRIES = 5
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
BUSY = (429, 502, 503, 504)
REFUSALS = {
    401: "the token is missing, wrong or expired: take a new one from OpenMetadata's page, your own settings",
    403: "the token lacks a permission: its user or bot has to be allowed to view this",
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
        for number in range(TRIES):
            last = number == TRIES - 1
            try:
                reply = self._http.get(f"/api/v1{path}", params=parameters)
            except httpx.TransportError as error:
                if last:
                    reason = f"no answer from {self._url}: {error or type(error).__name__}"
                    raise NotReadyError(reason) from error
                self._pause(FIRST_PAUSE * 2**number)
                continue
            if reply.status_code not in BUSY:
                return self._body(reply, path)
            if last:
                raise NotReadyError(
                    f"{self._url}{path} still answers {reply.status_code} after {TRIES} tries"
                )
            self._pause(_asked_pause(reply, number))
        raise AssertionError("unreachable")

    def _body(self, reply: httpx.Response, path: str) -> Any:
        if reply.status_code in REFUSALS:
            raise BadInputError(f"{self._url}/api/v1{path}", REFUSALS[reply.status_code])
        if not reply.is_success:
            raise BadInputError(f"{self._url}/api/v1{path}", f"answered {reply.status_code}")
        try:
            return reply.json()
        except ValueError as error:
            raise BadInputError(f"{self._url}/api/v1{path}", "the answer is not JSON") from error

    def pages(self, path: str, **parameters: Any) -> Iterator[dict[str, Any]]:
        """Every entity of a list. A cursor that does not move on is an error, not an endless loop."""
        after: str | None = None
        while True:
            more = {"after": after} if after else {}
            body = self.get(path, limit=PAGE, **parameters, **more)
            yield from (one for one in (body.get("data") or []) if isinstance(one, dict))
            following = (body.get("paging") or {}).get("after")
            if not following:
                return
            if following == after:
                raise BadInputError(f"{self._url}/api/v1{path}", "a page leads to itself")
            after = following

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
