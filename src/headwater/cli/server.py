"""A running Headwater, seen from a command: is it there, how far is it, wait until it is."""

import time
from collections.abc import Callable
from typing import Any

import httpx

from headwater.errors import HeadwaterError, SetupError


class Server:
    """The API of a running Headwater."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self._client = httpx.Client(base_url=self.url, timeout=60.0)

    def get(self, path: str, **parameters: str | int) -> Any:
        return self._checked(self._send("GET", path, params=parameters))

    def post(self, path: str, body: Any) -> Any:
        return self._checked(self._send("POST", path, json=body))

    def post_bytes(self, path: str, body: bytes, content_type: str) -> Any:
        return self._checked(self._send("POST", path, content=body, headers={"Content-Type": content_type}))

    def is_up(self) -> bool:
        try:
            return self._client.get("/api/v1/health", timeout=2.0).status_code == 200
        except httpx.HTTPError:
            return False

    def pipeline(self) -> dict[str, Any]:
        status: dict[str, Any] = self.get("/api/v1/pipeline")
        return status

    def wait_until(self, done: Callable[[], bool], seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if done():
                return True
            time.sleep(0.2)
        return False

    def _send(self, method: str, path: str, **request: Any) -> httpx.Response:
        try:
            return self._client.request(method, path, **request)
        except httpx.HTTPError as error:
            raise SetupError(
                f"no answer from {self.url}: {type(error).__name__}", "start it with `headwater up`"
            ) from error

    def _checked(self, response: httpx.Response) -> Any:
        if response.is_success:
            return response.json()
        raise RefusedError(response)


class RefusedError(HeadwaterError):
    """The server answered, but not with what was asked for."""

    code = "refused"

    def __init__(self, response: httpx.Response) -> None:
        try:
            told = response.json()
        except ValueError:
            told = {}
        super().__init__(str(told.get("detail") or f"HTTP {response.status_code}"))
        self.hint = str(told.get("hint") or self.hint)
        self.status = response.status_code
