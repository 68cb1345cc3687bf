"""`make bench`: everything measured, one after the other, and written to docs/benchmarks.md."""

import os
import platform
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from benchmarks import analytics, graph, impact, ingest, latency, questions, sql_texts, throughput

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"

HEAD = """# Benchmarks

Measured with `make bench`, which wrote this page, on {day}: {cores} cores, {memory} GB of memory,
{system}, Python {python}, embedded PostgreSQL, Spark local. Load before the run: {load}. Everything runs on
those cores at once: clients, API, PostgreSQL and Spark. The machine is virtual and shared, so read absolute
figures as ± 30 % and compare within a table.

The goals are those of the design, for two cores: 10,000 events a second batched and 3,000 single; visible
within 1 s at the 95th percentile; 3,000 events a second through the pipeline, linearly; a lineage answer in
under 5 ms for 1,000 nodes reached and under 100 ms for 100,000, on a million edges.
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
)


def main() -> None:
    wanted = sys.argv[1:]
    parts = [_head()]
    for section in SECTIONS:
        if wanted and section.command.rpartition(".")[2] not in wanted:
            continue
        print(f"{section.title} …", flush=True)
        began = time.perf_counter()
        found = section.run()
        print(f"{found}\n({time.perf_counter() - began:.0f} s)\n", flush=True)
        parts.append(
            f"## {section.title}\n\n{section.about}\n\n```console\n$ {section.command}\n```\n\n{found}\n"
        )
    if not wanted:
        PAGE.write_text("\n".join(parts))
        print(f"written to {PAGE}")


def _head() -> str:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1024**3
    return HEAD.format(
        day=datetime.now(UTC).date(),
        cores=os.cpu_count(),
        memory=round(memory),
        system=platform.system(),
        python=platform.python_version(),
        load=f"{os.getloadavg()[0]:.1f}",
    )


if __name__ == "__main__":
    main()
