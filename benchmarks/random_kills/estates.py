"""What is killed: Headwater with Kafka before it, on this machine alone or with a Spark cluster."""

import os
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

import psutil
from tests.cluster.sides import cluster_settings
from tests.cluster.spark_cluster import SparkCluster, spark_cluster
from tests.kafka_broker import KafkaBroker, kafka_broker
from tests.server.system import RunningSystem, command, running_system, wait_for
from tests.tcp_postgres import tcp_postgres
from tests.tcp_proxy import TcpProxy, tcp_proxy

from benchmarks.random_kills.outages import Fault

START_SECONDS = 120.0
# What each chunk of bytes from and to a slow broker waits, and for how long it is slow.
DELAY_SECONDS, SLOW_SECONDS = 0.4, 15.0
GUEST_SECONDS = 5.0


@dataclass(frozen=True)
class Estate:
    system: RunningSystem
    kills: Mapping[str, Fault]
    """`kill -9` of each kind of process."""
    troubles: Mapping[str, Fault]
    """What else befalls Kafka."""


@contextmanager
def on_this_machine(away_seconds: float) -> Iterator[Estate]:
    with _broker() as (broker, proxy), running_system(_kafka_settings(broker)) as system:
        kills = _kills(system, broker)
        kills |= {"JVM": lambda: _java(system).kill(), "PostgreSQL": lambda: system.postmaster().kill()}
        yield Estate(system, kills, _troubles(system, broker, proxy, away_seconds))


@contextmanager
def on_a_cluster(away_seconds: float) -> Iterator[Estate]:
    with _broker() as (broker, proxy), tcp_postgres() as postgres, spark_cluster() as spark:
        settings = _kafka_settings(broker) | cluster_settings(spark)
        settings |= {"HEADWATER_DATABASE_URL": postgres.url, "HEADWATER_SPARK_MEMORY": "1g"}

        def restart_postgres() -> None:
            postgres.kill()
            postgres.start()

        with running_system(settings) as system:
            kills = _kills(system, broker)
            kills |= {"executor": lambda: _kill_executor(spark), "PostgreSQL": restart_postgres}
            yield Estate(system, kills, _troubles(system, broker, proxy, away_seconds))


@contextmanager
def _broker() -> Iterator[tuple[KafkaBroker, TcpProxy]]:
    with kafka_broker() as broker, tcp_proxy(broker.proxy_port, broker.proxied_port) as proxy:
        yield broker, proxy


def _kafka_settings(broker: KafkaBroker) -> dict[str, str]:
    return {"HEADWATER_KAFKA_BOOTSTRAP": broker.proxy_address}


def _kills(system: RunningSystem, broker: KafkaBroker) -> dict[str, Fault]:
    def restart_broker() -> None:
        broker.kill()
        broker.start()

    return {
        "API": lambda: _child(system, "api").kill(),
        "worker": lambda: _child(system, "worker").kill(),
        "bridge": lambda: _child(system, "bridge").kill(),
        "broker": restart_broker,
    }


def _troubles(
    system: RunningSystem, broker: KafkaBroker, proxy: TcpProxy, away_seconds: float
) -> dict[str, Fault]:
    def freeze() -> None:
        with broker.frozen():
            time.sleep(away_seconds)

    def slow() -> None:
        with proxy.slow(DELAY_SECONDS):
            time.sleep(SLOW_SECONDS)

    return {
        f"broker unreachable for {away_seconds:.0f} s": freeze,
        f"broker slow for {SLOW_SECONDS:.0f} s": slow,
        "a second bridge comes and is killed": lambda: _rebalance(system, broker),
    }


def _rebalance(system: RunningSystem, broker: KafkaBroker) -> None:
    settings = _kafka_settings(broker) | {"HEADWATER_DATABASE_URL": system.database_url}
    guest = subprocess.Popen(
        command("bridge"),
        env=os.environ | settings,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        time.sleep(GUEST_SECONDS)
    finally:
        guest.kill()
        guest.wait()


def _kill_executor(spark: SparkCluster) -> None:
    numbers = range(len(spark.daemons) - 1)
    found = wait_for("executors", lambda: [one for n in numbers for one in spark.executors(n)], START_SECONDS)
    found[0].kill()


def _child(system: RunningSystem, name: str) -> psutil.Process:
    found: psutil.Process = wait_for(f"the {name}", lambda: system.child(name), START_SECONDS)
    return found


def _java(system: RunningSystem) -> psutil.Process:
    found: psutil.Process = wait_for("the JVM", system.java, START_SECONDS)
    return found
