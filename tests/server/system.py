"""The whole system as people start it: `headwater up` in a process of its own."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import httpx
import psutil
import psycopg

START_SECONDS = 150.0
STOP_SECONDS = 60.0
# The machine may be busy with other things; how fast the pipeline is stands in the benchmarks.
PATIENCE_SECONDS = 60.0
# What the worker does on a schedule, it does here as often as it can be told to.
QUICK = {"HEADWATER_TIMELINESS_SECONDS": "10", "HEADWATER_LAKE_SECONDS": "10"}
NOTHING: Mapping[str, str] = {}


def wait_for(what: str, ready: Callable[[], Any], seconds: float) -> Any:
    deadline = time.monotonic() + seconds
    while not (found := ready()):
        assert time.monotonic() < deadline, f"waited {seconds:.0f} s for {what} in vain"
        time.sleep(0.1)
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "headwater", *arguments]


@dataclass
class RunningSystem:
    home: Path
    port: int
    process: subprocess.Popen[bytes]
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def database_url(self) -> str:
        embedded = f"postgresql://postgres:@/postgres?host={self.home / 'postgres'}"
        return self.settings.get("HEADWATER_DATABASE_URL", embedded)

    def connect(self) -> psycopg.Connection[Any]:
        return psycopg.connect(self.database_url, autocommit=True)

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with self.connect() as connection:
            return connection.execute(query, values).fetchall()

    def get(self, path: str, **parameters: Any) -> Any:
        """As a polite client asks: when told to come back, it does."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            reply = httpx.get(f"{self.url}{path}", params=parameters, timeout=30)
            if reply.status_code != 503 or time.monotonic() > deadline:
                return reply.raise_for_status().json()
            time.sleep(float(reply.headers["retry-after"]))

    def post(self, path: str, body: Any) -> Any:
        return httpx.post(f"{self.url}{path}", json=body, timeout=30).raise_for_status().json()

    def send(self, *events: dict[str, Any]) -> int:
        """Take a batch; return its position."""
        told = self.post("/api/v1/lineage/batch", list(events))
        assert told["status"] == "success", told
        return int(told["position"])

    def pipeline(self) -> dict[str, Any]:
        told: dict[str, Any] = self.get("/api/v1/pipeline")
        return told

    def does_work(self) -> bool:
        """Whether the worker does what is asked of it: events become visible before that."""
        request = "insert into work (kind, arguments) values ('timeliness', '{}')"
        with self.connect() as connection:
            if not connection.execute("select from work").rowcount:
                connection.execute(request)
            found = connection.execute("select max(id) from work where finished_at is not null").fetchone()
        return found is not None and found[0] is not None

    def wait_until_caught_up(self, seconds: float = 90.0) -> None:
        wait_for("the pipeline", lambda: self._answers() and self._is_level(), seconds)

    def _is_level(self) -> bool:
        told = self.pipeline()
        return bool(told["worker_alive"]) and told["position"] == told["head"]

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/api/v1/health", timeout=5).status_code in (200, 503)
        except httpx.HTTPError:
            return False

    def child(self, name: str) -> psutil.Process | None:
        """The process of that command: `api` or `worker`."""
        with contextlib.suppress(psutil.Error):
            for process in psutil.Process(self.process.pid).children():
                if process.cmdline()[-1:] == [name]:  # a zombie has none
                    return process
        return None

    def java(self) -> psutil.Process | None:
        worker = self.child("worker")
        with contextlib.suppress(psutil.Error):
            for process in worker.children(recursive=True) if worker else ():
                if process.name() == "java":
                    return process
        return None

    def postmaster(self) -> psutil.Process:
        """Of the embedded PostgreSQL."""
        return psutil.Process(int((self.home / "postgres" / "postmaster.pid").read_text().split()[0]))

    def everything(self) -> list[psutil.Process]:
        """All processes that belong to it, also those that stand on their own."""
        tops = [psutil.Process(self.process.pid)]
        if "HEADWATER_DATABASE_URL" not in self.settings:
            tops.append(self.postmaster())
        return [process for top in tops for process in (top, *top.children(recursive=True))]

    def run(self, *arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
        """A command of ours, for this system."""
        environment = os.environ | {"HEADWATER_URL": self.url, "HEADWATER_HOME": str(self.home)}
        environment |= {"HEADWATER_PORT": str(self.port)}
        return subprocess.run(
            command(*arguments), env=environment, capture_output=True, text=True, timeout=120, **options
        )

    def told(self) -> str:
        return (self.home / "up.log").read_text()

    def stop(self, number: int = signal.SIGTERM) -> None:
        if self.process.poll() is None:
            self.process.send_signal(number)
            self.process.wait(STOP_SECONDS)


def launch(home: Path, settings: Mapping[str, str] = NOTHING) -> RunningSystem:
    """`settings` are variables of the environment."""
    port = free_port()
    with (home / "up.log").open("wb") as log:
        arguments = command("up", "--home", str(home), "--port", str(port))
        # A session of its own, so that a Ctrl-C in the terminal of the tests is theirs alone.
        environment = os.environ | QUICK | dict(settings)
        process = subprocess.Popen(
            arguments,
            stdout=log,
            stderr=log,
            start_new_session=True,
            env=environment,
            preexec_fn=_hear_ctrl_c,
        )
    return RunningSystem(home, port, process, settings)


def _hear_ctrl_c() -> None:
    # A shell has what it starts in the background ignore Ctrl-C, and children inherit that.
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextlib.contextmanager
def new_home() -> Iterator[Path]:
    # A socket's path has a length limit that pytest's own temporary folders can pass.
    home = Path(mkdtemp(prefix="hws"))
    yield home
    shutil.rmtree(home, ignore_errors=True)


@contextlib.contextmanager
def running_system(settings: Mapping[str, str] = NOTHING) -> Iterator[RunningSystem]:
    """Started until it says so; in the end stopped, and killed by its pids should that fail."""
    with new_home() as home:
        system = launch(home, settings)
        try:
            wait_for("the start", lambda: _is_ready(system), START_SECONDS)
            wait_for("Spark", system.does_work, START_SECONDS)
            yield system
        finally:
            _end(system)


def _is_ready(system: RunningSystem) -> bool:
    assert system.process.poll() is None, system.told()
    return "running at" in system.told()


def _end(system: RunningSystem) -> None:
    left: list[psutil.Process] = []
    with contextlib.suppress(psutil.Error, OSError):
        left = system.everything()
    with contextlib.suppress(subprocess.TimeoutExpired):
        system.stop()
    for process in left:
        with contextlib.suppress(psutil.Error):
            process.kill()
