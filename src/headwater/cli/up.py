"""`headwater up`: embedded PostgreSQL, the API and the worker, started and watched together."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.markup import escape

from headwater.cli.first_key import own_token, prepare_keys
from headwater.cli.machine import check_database, check_port, prepare_home, restrict
from headwater.cli.running import connect, is_up
from headwater.cli.supervisor import Child, Supervisor, command
from headwater.cli.upgrade import UpgradeProgress
from headwater.errors import SetupError
from headwater.log.kafka.cluster import read_cluster
from headwater.settings import Settings
from headwater.store.embedded import EmbeddedPostgres
from headwater.store.migrate import migrate

# The worker has to start a JVM and Spark in it before it reports itself.
API_SECONDS, WORKER_SECONDS = 60.0, 180.0


class System:
    """Everything that runs, from the first process started to the last one stopped."""

    def __init__(self, settings: Settings, console: Console) -> None:
        self.settings = settings
        self._own_key = own_token(settings)
        url = f"http://{_reachable(settings.host)}:{settings.port}"
        self.server = connect(url, str(self._own_key) if self._own_key else None)
        self._console = console
        self._postgres: EmbeddedPostgres | None = None
        self._supervisor = Supervisor([])
        self._upgrade = UpgradeProgress(self.server, console)

    def start(self) -> None:
        """Return once the API answers; what is in the store can be asked for from then on."""
        check_port(self.settings)
        prepare_home(self.settings.home)
        with self._console.status("starting PostgreSQL"):
            url = self._database()
            migrate(url)
        self._prepare_keys(url)
        # The embedded PostgreSQL opens the way to its folder when it runs as a user of its own.
        restrict(self.settings.home)
        self._supervisor = Supervisor(self._children(url))
        self._supervisor.start()
        self._await("the API", 0, lambda: is_up(self.server), API_SECONDS)
        self._upgrade.poll()

    def _prepare_keys(self, database_url: str) -> None:
        if self._own_key is None:
            return
        made = prepare_keys(database_url, self.settings, self._own_key)
        if made is not None:
            # On stderr as everything here, and nowhere else: neither a log nor a file has it.
            self._console.print(f"the first admin key, shown this once: [bold]{made}[/]", soft_wrap=True)

    def await_worker(self) -> None:
        """Return once new events become visible as well."""
        self._await("the Spark worker", 1, self._worker_is_up, WORKER_SECONDS)

    def await_rebuild(self) -> None:
        """Return once what is served was made by today's rules; at once where it is."""
        while not self._upgrade.is_over:
            self._watch()

    def run(self) -> None:
        """Watch until Ctrl-C."""
        while True:
            self._watch()

    def _watch(self) -> None:
        self._keep_postgres_running()
        for child in self._supervisor.restart_ended():
            self._console.print(
                f"[yellow]the {child.name} ended and was started again[/]; see {child.log}", soft_wrap=True
            )
        self._upgrade.poll()
        time.sleep(0.5)

    def _keep_postgres_running(self) -> None:
        """The others reconnect by themselves, to the same address."""
        if self._postgres is None or self._postgres.running:
            return
        try:
            self._postgres.start()
        except SetupError as error:
            # What it leaves behind when killed is gone in a moment.
            self._console.print(f"[yellow]{escape(str(error))}[/]; trying again")
            time.sleep(1.0)
        else:
            restrict(self.settings.home)
            self._console.print("[yellow]PostgreSQL ended and was started again[/]")

    def stop(self) -> None:
        with _undisturbed(), self._console.status("stopping"):
            # The database last: the others write to it until they end.
            self._supervisor.stop()
            if self._postgres is not None:
                self._postgres.stop()
        if self._supervisor.children:
            self._console.print("stopped; all data is kept in", str(self.settings.home.absolute()))

    def _database(self) -> str:
        if self.settings.on_cluster and not self.settings.database_url:
            raise SetupError(
                "HEADWATER_SPARK_MASTER names a cluster, whose executors can't reach the embedded PostgreSQL",
                "set HEADWATER_DATABASE_URL to a PostgreSQL that they reach",
            )
        if self.settings.database_url:
            check_database(self.settings.database_url)
            return self.settings.database_url
        postgres = EmbeddedPostgres(self.settings.home)
        url = postgres.start()
        # Only once it runs: `stop` must not be called on one that never started.
        self._postgres = postgres
        return url

    def _children(self, url: str) -> list[Child]:
        settings = self.settings
        environment = os.environ | {
            "HEADWATER_DATABASE_URL": url,
            "HEADWATER_HOME": str(settings.home.absolute()),
            "HEADWATER_HOST": settings.host,
            "HEADWATER_PORT": str(settings.port),
            "HEADWATER_INSECURE": str(settings.insecure).lower(),
            "HEADWATER_TELEMETRY_DAYS": str(settings.telemetry_days),
        }
        logs = settings.home.absolute() / "logs"
        # In this order: `_await` finds them by their place, and stopping begins with the API.
        names = ("api", "worker", "bridge") if read_cluster(settings) else ("api", "worker")
        return [Child(name, command(name), logs / f"{name}.log", environment) for name in names]

    def _await(self, what: str, index: int, ready: Callable[[], bool], seconds: float) -> None:
        child = self._supervisor.children[index]
        deadline = time.monotonic() + seconds
        with self._console.status(f"starting {what}"):
            while not ready():
                if not child.running and not child.was_killed:
                    raise SetupError(f"{what} ended while starting:\n{child.tail()}", f"see {child.log}")
                if time.monotonic() > deadline:
                    raise SetupError(f"{what} is not ready after {seconds:.0f} s", f"see {child.log}")
                self._supervisor.restart_ended()
                time.sleep(0.1)

    def _worker_is_up(self) -> bool:
        return self.server.pipeline_status().worker_alive


@contextmanager
def _undisturbed() -> Iterator[None]:
    """A second Ctrl-C must not leave processes behind."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def _reachable(host: str) -> str:
    # One can listen on all addresses, but connect only to one.
    return "127.0.0.1" if host in ("0.0.0.0", "::") else host
