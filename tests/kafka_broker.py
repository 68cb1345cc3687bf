"""A real Kafka broker on this machine, from the jars in the folder that HEADWATER_TEST_KAFKA names."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import mkdtemp

import pytest
from confluent_kafka import KafkaException
from confluent_kafka.admin import AdminClient

from tests.server.system import free_port

WANTED = os.environ.get("HEADWATER_TEST_KAFKA")
# Where `make .others/kafka/.ready` puts them.
JARS = WANTED or Path(__file__).parent.parent / ".others" / "kafka" / "lib"
needs_kafka = pytest.mark.skipif(
    WANTED is None, reason="KAFKA IS NOT TESTED: no broker. `make test-kafka` fetches one from Maven Central"
)
START_SECONDS = 60.0
# Small and quick to start; nothing of it is kept.
JAVA = ["java", "-Xms64m", "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
QUIET = "-Dorg.slf4j.simpleLogger.defaultLogLevel=error"

PROPERTIES = """
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:{controller}
listeners=PLAINTEXT://127.0.0.1:{port},PROXIED://127.0.0.1:{proxied},CONTROLLER://127.0.0.1:{controller}
advertised.listeners=PLAINTEXT://127.0.0.1:{port},PROXIED://127.0.0.1:{proxy}
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,PROXIED:PLAINTEXT,CONTROLLER:PLAINTEXT
controller.listener.names=CONTROLLER
inter.broker.listener.name=PLAINTEXT
log.dirs={home}/data
num.partitions=2
offsets.topic.replication.factor=1
offsets.topic.num.partitions=4
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=4
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
share.coordinator.state.topic.num.partitions=4
group.initial.rebalance.delay.ms=0
auto.create.topics.enable=false
log.flush.interval.messages=1
"""


@dataclass
class KafkaBroker:
    home: Path = field(default_factory=lambda: Path(mkdtemp(prefix="hwkafka")))
    port: int = field(default_factory=free_port)
    proxied_port: int = field(default_factory=free_port)
    proxy_port: int = field(default_factory=free_port)
    """Clients that come by way of this port stay on it: there a test has its `TcpProxy` to the one above."""
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def proxy_address(self) -> str:
        return f"127.0.0.1:{self.proxy_port}"

    def prepare(self) -> None:
        text = PROPERTIES.format(
            port=self.port,
            proxied=self.proxied_port,
            proxy=self.proxy_port,
            controller=free_port(),
            home=self.home,
        )
        (self.home / "server.properties").write_text(text)
        self._java("kafka.tools.StorageTool", "format", "-t", "AAAAAAAAQAaAAAAAAAAAAA", "-c")

    def start(self) -> None:
        log = (self.home / "broker.log").open("ab")
        self.process = subprocess.Popen(
            [
                *JAVA,
                QUIET,
                "-cp",
                f"{JARS}/*",
                "kafka.Kafka",
                str(self.home / "server.properties"),
            ],
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        deadline = time.monotonic() + START_SECONDS
        while not self._answers():
            assert time.monotonic() < deadline, (self.home / "broker.log").read_text()[-2000:]

    def kill(self) -> None:
        """Without a word, as a machine that loses power."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """It neither answers nor closes connections, as a machine that the network has lost."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def remove(self) -> None:
        self.kill()
        shutil.rmtree(self.home, ignore_errors=True)

    def _answers(self) -> bool:
        try:
            AdminClient({"bootstrap.servers": self.address, "log_level": 0}).list_topics(timeout=2)
        except KafkaException:
            time.sleep(0.2)
            return False
        return True

    def _java(self, *arguments: str) -> None:
        command = [
            *JAVA,
            QUIET,
            "-cp",
            f"{JARS}/*",
            *arguments,
            str(self.home / "server.properties"),
        ]
        subprocess.run(command, check=True, capture_output=True)


@contextmanager
def kafka_broker() -> Iterator[KafkaBroker]:
    broker = KafkaBroker()
    try:
        broker.prepare()
        broker.start()
        yield broker
    finally:
        broker.remove()
