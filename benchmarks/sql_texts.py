"""How many SQL texts a core analyses in a second: distinct generated texts, none seen before.

Run it with `python -m benchmarks.sql_texts`; it prints a table in Markdown. Times are processor time, as the
engine runs in one thread and the machine may be shared.
"""

import random
from collections.abc import Sequence
from time import thread_time
from typing import NamedTuple

from benchmarks.table import percentiles, table
from headwater.sql.lineage import Relation, analyse

SEED = 7
WARM_UP = 20
TEXTS = 500
TABLES = 12
COLUMNS = 25
HEADER = ("text", "lines", "schemas", "texts", "texts/s", "p50 ms", "p95 ms", "column edges")


class Size(NamedTuple):
    """A kind of text: how many CTEs it chains and how many columns each carries."""

    name: str
    ctes: int
    columns: int
    known: bool


SIZES = (
    Size("one join", 0, 4, True),
    Size("one CTE, a join", 1, 8, True),
    Size("three CTEs, joins", 3, 5, True),
    Size("three CTEs, joins", 3, 5, False),
    Size("six CTEs, joins, windows", 6, 8, True),
)


def relation(number: int, *, known: bool) -> Relation:
    columns = ("id", "parent_id", "status", *(f"t{number}_c{place}" for place in range(COLUMNS)))
    return Relation(f"warehouse.raw.table_{number}", columns if known else None)


def select(rng: random.Random, size: Size, salt: int) -> list[str]:
    """Two tables joined, some columns taken over, some worked on, one aggregated."""
    left, right = rng.sample(range(TABLES), 2)
    lines = ["select a.id as id,"]
    for place in range(size.columns):
        column = rng.randrange(COLUMNS)
        lines.append(
            rng.choice(
                (
                    f"    a.t{left}_c{column} as v{place},",
                    f"    coalesce(b.t{right}_c{column}, a.t{left}_c{column}) as v{place},",
                    f"    case when b.status = 'x{salt}' then a.t{left}_c{column} end as v{place},",
                    f"    sum(b.t{right}_c{column}) over (partition by a.status) as v{place},",
                )
            )
        )
    return [
        *lines,
        "    a.parent_id as parent_id",
        f"from raw.table_{left} a",
        f"left join raw.table_{right} b on b.parent_id = a.id and b.status <> 'y{salt}'",
        f"where a.status in ('new', 'paid') and a.id > {salt}",
    ]


def text(rng: random.Random, size: Size, salt: int) -> str:
    if not size.ctes:
        return "\n".join([f"insert overwrite table mart.target_{salt}", *select(rng, size, salt)])
    steps = [
        f"step_{number} as (\n" + "\n".join(select(rng, size, salt)) + "\n)" for number in range(size.ctes)
    ]
    values = [f"max(s{place % size.ctes}.v{place}) as v{place}" for place in range(size.columns)]
    joins = [f"join step_{number} s{number} on s{number}.id = s0.parent_id" for number in range(1, size.ctes)]
    return "\n".join(
        [
            f"create or replace table mart.target_{salt} as",
            "with " + ",\n".join(steps),
            "select s0.id, " + ",\n    ".join(values),
            "from step_0 s0",
            *joins,
            "group by s0.id",
        ]
    )


def sql_texts() -> list[Sequence[object]]:
    """One row for each size of text."""
    return [row(size) for size in SIZES]


def row(size: Size) -> Sequence[object]:
    rng = random.Random(SEED)
    inputs = [relation(number, known=size.known) for number in range(TABLES)]
    texts = [text(rng, size, salt) for salt in range(TEXTS + WARM_UP)]
    times, edges = [], 0
    for salt, one in enumerate(texts):
        start = thread_time()
        found = analyse(
            one, dialect="spark", inputs=inputs, outputs=[Relation(f"warehouse.mart.target_{salt}")]
        )
        took = thread_time() - start
        if salt >= WARM_UP:
            times.append(took)
            edges += sum(len(deps) for written in found.written for deps in written.columns.values())
    p50, p95 = percentiles(times)
    lines = round(sum(one.count("\n") + 1 for one in texts) / len(texts))
    known = "known" if size.known else "unknown"
    return (
        size.name,
        lines,
        known,
        TEXTS,
        f"{TEXTS / sum(times):,.0f}",
        f"{p50:.2f}",
        f"{p95:.2f}",
        f"{edges:,}",
    )


def run() -> str:
    return table(HEADER, sql_texts())


if __name__ == "__main__":
    print(run())
