"""`make bench`: everything measured, one after the other, and written to docs/benchmarks.md."""

import argparse
import os
import platform
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from benchmarks import (
    access,
    analytics,
    backtest,
    baselines,
    connectors,
    event_cost,
    event_incidents,
    executed,
    graph,
    growth,
    heavy_reads,
    impact,
    ingest,
    investigation,
    kafka,
    large_events,
    latency,
    offline,
    proofs,
    query_index,
    questions,
    quick,
    recovery,
    rollups,
    sdk,
    search,
    simulation,
    simulator_accuracy,
    sql_texts,
    stored_bytes,
    telemetry,
    throughput,
    unfamiliar,
    watcher,
    web,
)

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"

HEAD = """# Benchmarks

Measured with `make bench`, which wrote this page: {cores} cores, {memory} GB of memory, {system},
Python {python}, embedded PostgreSQL, Spark local. Everything runs on those cores at once: clients, API,
PostgreSQL and Spark. The machine is virtual and shared, so read absolute figures as ± 30 % and compare
within a table. `python -m benchmarks NAME …` measures only the named sections and writes those anew.

The goals are those of the design, for two cores: 10,000 events a second batched and 3,000 single; visible
within 1 s at the 95th percentile; 3,000 events a second through the pipeline, linearly; a lineage or impact
answer in under 5 ms for 1,000 nodes reached and under 100 ms for 100,000, on a million edges.
"""


class Section(NamedTuple):
    title: str
    command: str
    about: str
    run: Callable[[], str]

    @property
    def name(self) -> str:
        return self.command.rpartition(".")[2]


SECTIONS = (
    Section(
        quick.TITLE,
        "python -m benchmarks.quick",
        "What `make bench-quick` compares itself with. The yardstick is a fixed piece of work in the same "
        "run; the API stands alone, without a worker beside it.",
        quick.run,
    ),
    Section(
        "Durable ingest",
        "python -m benchmarks.ingest",
        "Events of 3 KB, acknowledged after the commit, while the pipeline works on them on the same cores.",
        ingest.run,
    ),
    Section(
        "With Kafka before the log",
        "python -m benchmarks.kafka",
        "The same calls with a broker on the same cores, its word awaited, and a bridge into the log; beside "
        "a run without. One after the other, on a machine that was as busy in both.",
        kafka.run,
    ),
    Section(
        "From event to visible lineage",
        "python -m benchmarks.latency",
        "From sending an event to an answer that contains its lineage, one probe after the other.",
        latency.run,
    ),
    Section(
        "Behind a large event",
        "python -m benchmarks.large_events",
        "One event of up to 32 MB, made to cost as much as its kind can, and how long one behind it waits. "
        "The goal is 10 s.",
        large_events.run,
    ),
    Section(
        "What a large event costs",
        "python -m benchmarks.event_cost",
        "The same events read and published in one process, in processor seconds.",
        event_cost.run,
    ),
    Section(
        "Through the pipeline",
        "python -m benchmarks.throughput",
        "A rebuild of N and of 2N events of 3 KB: parse, fold, publish.",
        throughput.run,
    ),
    Section(
        "Publishing, by what is stored",
        "python -m benchmarks.growth",
        "A batch published into an empty store and into one of a million runs and edges. "
        "The goal is 1.5 times.",
        growth.run,
    ),
    Section(
        "Bytes in the store",
        "python -m benchmarks.stored_bytes",
        "Events of 3 KB and what is made from them, after a vacuum, on the embedded server. Bodies are "
        "packed by pglz there, and by lz4 where PostgreSQL is built with it.",
        stored_bytes.run,
    ),
    Section(
        "Telemetry",
        "python -m benchmarks.telemetry",
        "Spans and points until they are durable and until they are served; lineage and single traces while "
        "5,000 spans a second come in. The goal for a trace is 10 s.",
        telemetry.run,
    ),
    Section(
        "Rollups of spans",
        "python -m benchmarks.rollups",
        "Spans merged into traces and into rollups by minute, hour and day, in processor seconds of the "
        "publisher and of PostgreSQL, at N and 2N.",
        rollups.run,
    ),
    Section(
        "The graph in memory",
        "python -m benchmarks.graph",
        "Reaching nodes, and replacing what changed, on generated layered graphs.",
        graph.run,
    ),
    Section(
        "Lineage questions",
        "python -m benchmarks.questions",
        "The service's whole answer: name resolved, graph walked, a page of 100 named, edges described.",
        questions.run,
    ),
    Section(
        "Search",
        "python -m benchmarks.search",
        "The service's whole answer to what is typed, over N names and 2N; and until a new name is found.",
        search.run,
    ),
    Section(
        "Impact",
        "python -m benchmarks.impact",
        "All that a column affects, over a million column edges: by columns where told, by tables where not.",
        impact.run,
    ),
    Section(
        "Ingest beside heavy questions",
        "python -m benchmarks.heavy_reads",
        "How long an acknowledgement takes while many clients ask what walks a graph of 200,000 edges. "
        "The goal is a p95 under 100 ms.",
        heavy_reads.run,
    ),
    Section(
        "Access control",
        "python -m benchmarks.access",
        "What a key, a session and a walk past stand-ins cost beside a request without access control. "
        "The goal is 10 % at the most.",
        access.run,
    ),
    Section(
        "After a fault",
        "python -m benchmarks.recovery",
        "Until health says 503, an event is taken again, and one that was sent after the fault is visible. "
        "The goals are 15 s until one is taken, 20 s until it is visible, 30 s after a full disk.",
        recovery.run,
    ),
    Section(
        "Reading SQL",
        "python -m benchmarks.sql_texts",
        "Column lineage of distinct generated texts, one core, processor time.",
        sql_texts.run,
    ),
    Section(
        "What queries reference",
        "python -m benchmarks.query_index",
        "Distinct queries bound to schemas, parsed and written to the index, one core, at N and 2N.",
        query_index.run,
    ),
    Section(
        "A change simulated without a server",
        "python -m benchmarks.offline",
        "The whole command on one core, its start included; the best of three. The goal is 2 s.",
        offline.run,
    ),
    Section(
        "Simulating a change",
        "python -m benchmarks.simulation",
        "The service's whole answer, against a log of a million queries that is indexed. The goal is 2 s.",
        simulation.run,
    ),
    Section(
        "Verdicts of the Simulator",
        "python -m benchmarks.simulator_accuracy",
        "Columns of TPC-H and TPC-DS changed one at a time, the same sample in every run, three quarters of "
        "it of columns that the text names. Truth is Spark: a text that its analyzer refuses after it "
        "is an error; one whose output has another name, order or type, or may now be null, has changed; of "
        "those that are declared alike under a change of type, some are run on the package's small data, and "
        "other rows are a change as well.",
        simulator_accuracy.run,
    ),
    Section(
        "Proofs by each judge",
        "python -m benchmarks.proofs",
        "Distinct generated texts, each judged before and after a change of type, one judge, one thread.",
        proofs.run,
    ),
    Section(
        "Batch over all edges",
        "python -m benchmarks.analytics",
        "Effective classes and reach counts, whole and after a small change, at N and 2N.",
        analytics.run,
    ),
    Section(
        "What is normal",
        "python -m benchmarks.baselines",
        "Baselines and anomalies of all jobs from their runs, an hour apart, at N and 2N.",
        baselines.run,
    ),
    Section(
        "Pipelines and timeliness",
        "python -m benchmarks.watcher",
        "Starts and ends of executions, each a row and an event in one durable transaction; the check.",
        watcher.run,
    ),
    Section(
        "Connectors",
        "python -m benchmarks.connectors",
        "A dbt manifest and a query log, read and translated to documents that are not sent, at N and 2N; a "
        "large log counted by text, day and person on Spark.",
        connectors.run,
    ),
    Section(
        "A call under the SDK",
        "python -m benchmarks.sdk",
        "What tracking costs, in 20,000 calls one after the other. The goal is 50 µs of the host's own time.",
        sdk.run,
    ),
    Section(
        "What explains an alert",
        "python -m benchmarks.backtest",
        "How often the Time Machine is right on 2,080 generated incidents that the model was not fitted to, "
        "beside the points of BreakSight's document. With no recorded cause, right is to name none.",
        backtest.run,
    ),
    Section(
        "An alert explained",
        "python -m benchmarks.investigation",
        "The service's whole answer, evidence gathered, to an alert on a dataset with so many upstream.",
        investigation.run,
    ),
    Section(
        "What explains an unfamiliar alert",
        "python -m benchmarks.unfamiliar",
        "The same on 400 incidents of other graphs, rhythms, names and errors than those of the fit.",
        unfamiliar.run,
    ),
    Section(
        "What explains an alert of jobs that were run",
        "python -m benchmarks.executed",
        "The same on 300 incidents whose damage no rule describes: SQL is run on tables in DuckDB, each "
        "incident with its cause and without it, and what is bad in the first life alone is of the cause.",
        executed.run,
    ),
    Section(
        "What explains an alert told in events",
        "python -m benchmarks.event_incidents",
        "The same on 100 incidents that reach a store as producers would tell them, in OpenLineage events, "
        "and are asked of the service; of other shapes again, with constant releases and late crawlers.",
        event_incidents.run,
    ),
    Section(
        "The web app",
        "python -m benchmarks.web",
        "In Chromium without a graphics card, on the cores of the server, which the graph is not asked of.",
        web.run,
    ),
)


def main() -> None:
    wanted, known = wanted_sections(sys.argv[1:]), _sections(PAGE.read_text() if PAGE.exists() else "")
    for section in SECTIONS:
        if section.name in wanted:
            print(f"{section.title} …", flush=True)
            known[section.title] = _measured(section)
    parts = [_head(), *(known[section.title] for section in SECTIONS if section.title in known)]
    PAGE.write_text("\n".join(parts))
    print(f"written to {PAGE}")


def wanted_sections(arguments: list[str]) -> list[str]:
    """The names given, all if none is; an unknown one, or `--help`, ends here with nothing measured."""
    names = [section.name for section in SECTIONS]
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description=f"Measure, and write the sections that were measured anew to {PAGE.name}.",
        epilog=f"Sections: {', '.join(names)}.",
    )
    parser.add_argument("section", nargs="*", help="what to measure; everything if none is named")
    wanted: list[str] = parser.parse_args(arguments).section
    unknown = [name for name in wanted if name not in names]
    if unknown:
        parser.error(f"no section `{unknown[0]}`; there are {', '.join(names)}")
    return wanted or names


def _measured(section: Section) -> str:
    load, began = os.getloadavg()[0], time.perf_counter()
    found = section.run()
    seconds = time.perf_counter() - began
    print(f"{found}\n({seconds:.0f} s)\n", flush=True)
    when = f"{datetime.now(UTC).date()}, load before the run {load:.1f}, {seconds:.0f} s in all"
    shown = f"{section.about} {when}.\n\n```console\n$ {section.command}\n```"
    return f"## {section.title}\n\n{shown}\n\n{found}\n"


def _sections(page: str) -> dict[str, str]:
    """What the page says now, by title."""
    parts = page.split("\n## ")[1:]
    return {part.partition("\n")[0]: f"## {part.rstrip()}\n" for part in parts}


def _head() -> str:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1024**3
    return HEAD.format(
        cores=os.cpu_count(),
        memory=round(memory),
        system=platform.system(),
        python=platform.python_version(),
    )


if __name__ == "__main__":
    main()
