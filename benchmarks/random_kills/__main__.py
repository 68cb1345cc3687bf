"""`python -m benchmarks.random_kills --events 1000000`: `kill -9` of all in turn, while events come in.

Kafka stands before the log, so a broker has to be there: `make .others/kafka/.ready` fetches one from Maven
Central. With `--cluster` the pipeline runs on two Spark workers, each another user's, which needs root.
"""

import argparse
import signal
import sys
import time
from collections.abc import Mapping

from tests.server.system import wait_for

from benchmarks.random_kills.estates import Estate, on_a_cluster, on_this_machine
from benchmarks.random_kills.outages import Fault, Watch, strike_at_random
from benchmarks.random_kills.report import Report, kept
from benchmarks.random_kills.senders import Senders

# Long enough that a broker is given up, and its producers are told so.
AWAY_SECONDS = 60.0
# For what waits in Kafka and in the log once all is sent, in events a second.
SLOWEST_PIPELINE = 100.0
ARRIVED = "select count(*) >= %s from events where stream = 'lineage'"
PUBLISHED = """
select position >= (select max(position) from events where stream = 'lineage') from pipeline_state
"""


def measure(estate: Estate, faults: Mapping[str, Fault], events: int, rate: float, seed: int) -> Report:
    """Each fault at least once, and at least so many events."""
    began = time.monotonic()
    system = estate.system
    senders, watch = Senders(system.url, rate, seed), Watch(system.url)
    watch.start()
    senders.start()
    outages = []
    for outage in strike_at_random(faults, senders, watch, seed, events):
        print(f"{senders.acknowledged:,} of {events:,}: {outage}", file=sys.stderr, flush=True)
        outages.append(outage)
    senders.stop()
    watch.stop()
    sent = senders.begun
    patience = 120.0 + sent / SLOWEST_PIPELINE
    wait_for("events from Kafka", lambda: system.rows(ARRIVED, sent) == [(True,)], patience)
    wait_for("the pipeline", lambda: system.rows(PUBLISHED) == [(True,)], patience)
    seconds = time.monotonic() - began
    return Report(sent, senders.acknowledged, seconds, kept(system, sent), senders.refused, outages)


def main() -> None:
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    parser = argparse.ArgumentParser(prog="python -m benchmarks.random_kills", description=__doc__)
    parser.add_argument("--events", type=int, default=20_000)
    parser.add_argument("--rate", type=float, default=1000.0, help="events a second that are sent")
    parser.add_argument("--seed", type=int, default=1, help="which events, and what is killed when")
    parser.add_argument("--cluster", action="store_true", help="run the pipeline on a Spark cluster")
    parser.add_argument("--kills-only", action="store_true", help="no broker that is slow or unreachable")
    given = parser.parse_args()
    opened = on_a_cluster if given.cluster else on_this_machine
    with opened(AWAY_SECONDS) as estate:
        faults = estate.kills if given.kills_only else {**estate.kills, **estate.troubles}
        report = measure(estate, faults, given.events, given.rate, given.seed)
    print(report.text)


if __name__ == "__main__":
    main()
