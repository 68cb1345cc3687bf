"""`make bench`: everything measured, one after the other, and written to docs/benchmarks.md."""

import os
import platform
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from benchmarks import (
    analytics,
    baselines,
    graph,
    impact,
    ingest,
    latency,
    questions,
    sql_texts,
    throughput,
    watcher,
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


SECTIONS = (
    Section(
        "Durable ingest",
        "python -m benchmarks.ingest",
        "Events of 3 KB, acknowledged after the commit, while the pipeline works on them on the same cores.",
        ingest.run,
    ),
    Section(
        "From event to visible lineage",
        "python -m benchmarks.latency",
        "From sending an event to an answer that contains its lineage, one probe after the other.",
        latency.run,
    ),
    Section(
        "Through the pipeline",
        "python -m benchmarks.throughput",
        "A rebuild of N and of 2N events of 3 KB: parse, fold, publish.",
        throughput.run,
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
        "Impact",
        "python -m benchmarks.impact",
        "All that a column affects, over a million column edges: by columns where told, by tables where not.",
        impact.run,
    ),
    Section(
        "Reading SQL",
        "python -m benchmarks.sql_texts",
        "Column lineage of distinct generated texts, one core, processor time.",
        sql_texts.run,
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
)


def main() -> None:
    wanted, known = sys.argv[1:], _sections(PAGE.read_text() if PAGE.exists() else "")
    for section in SECTIONS:
        if not wanted or section.command.rpartition(".")[2] in wanted:
            print(f"{section.title} …", flush=True)
            known[section.title] = _measured(section)
    parts = [_head(), *(known[section.title] for section in SECTIONS if section.title in known)]
    PAGE.write_text("\n".join(parts))
    print(f"written to {PAGE}")


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
