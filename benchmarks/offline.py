"""How long `headwater simulate` takes without a server, its start included. `python -m benchmarks.offline`.

A thousand distinct queries of some twenty lines over a dozen tables, on one core. `touching` is how many name
the table, `parsed` how many of these name what changes.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.sql_texts import COLUMNS, SEED, TABLES, Size, select
from benchmarks.table import table

QUERIES = 1_000
RUNS = 3
SIZE = Size("twenty lines", 0, 14, True)
HEADER = ("change", "queries", "lines each", "touching", "parsed", "by DuckDB too", "seconds", "processor s")
CHANGES = (
    ("drop a column", ("--table", "raw.table_3", "--drop-column", "t3_c4")),
    ("rename a column", ("--table", "raw.table_3", "--rename", "t3_c4=renamed")),
    ("change a type", ("--table", "raw.table_3", "--type", "t3_c4=bigint")),
    ("drop a column that every reader names", ("--table", "raw.table_3", "--drop-column", "status")),
)


def write_files(folder: Path, queries: int) -> float:
    """The lines of a query, on average."""
    rng = random.Random(SEED)
    texts = ["\n".join(select(rng, SIZE, salt)) for salt in range(queries)]
    (folder / "queries.sql").write_text(";\n\n".join(texts))
    tables = []
    for number in range(TABLES):
        columns = [f"t{number}_c{place} int" for place in range(COLUMNS)]
        listed = ", ".join(["id int", "parent_id int", "status varchar", *columns])
        tables.append(f"create table raw.table_{number} ({listed});")
    (folder / "schema.sql").write_text("\n".join(tables))
    return sum(text.count("\n") + 1 for text in texts) / queries


def simulate(folder: Path, options: Sequence[str]) -> tuple[dict[str, Any], float, float]:
    """The answer, the seconds of the whole process, and its processor time; pinned to one core."""
    command = [sys.executable, "-m", "headwater", "simulate", "--dialect", "duckdb", "--format", "json"]
    files = ["--schema", str(folder / "schema.sql"), "--queries", str(folder / "queries.sql")]
    core = min(os.sched_getaffinity(0))
    before, began = os.times(), time.perf_counter()
    ended = subprocess.run(
        [*command, *files, *options, "--fail-on", "score>=101"],
        stdout=subprocess.PIPE,
        check=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {core}),
    )
    seconds, after = time.perf_counter() - began, os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return json.loads(ended.stdout), seconds, spent


def row(folder: Path, name: str, options: Sequence[str], lines: float) -> Sequence[object]:
    runs = [simulate(folder, options) for _ in range(RUNS)]
    found, seconds, spent = min(runs, key=lambda run: run[1])
    coverage = found["coverage"]
    parsed = sum(len(found[key]["items"]) for key in ("queries", "job_texts"))
    return (
        name,
        f"{QUERIES:,}",
        f"{lines:.0f}",
        coverage["touching"],
        parsed,
        parsed - coverage["missing"].get("duckdb", 0),
        f"{seconds:.2f}",
        f"{spent:.2f}",
    )


def run() -> str:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lines = write_files(folder, QUERIES)
        return table(HEADER, [row(folder, *change, lines) for change in CHANGES])


if __name__ == "__main__":
    print(run())
