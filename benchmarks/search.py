"""How fast names are found while somebody types, at N and 2N names. `python -m benchmarks.search`.

The rows go into the tables directly: what is measured is loading, asking, and following a batch.
"""

import random
import time
from collections.abc import Iterator

import psycopg

from benchmarks.system import database
from benchmarks.table import percentiles, table
from headwater.api.process import Process, build_process
from headwater.errors import NotReadyError
from headwater.model.ids import NodeKind, node_key
from headwater.questions.catalog.search import search
from headwater.search.segment import Segment

NAMES = 1_000_000
SEED = 7
REPEATS = 15
PROBES = 20
COMMON = (
    *("order", "orders", "customer", "customers", "sales", "amount", "usd", "id", "date", "status", "event"),
    *("user", "payment", "product", "region", "country", "total", "count", "revenue", "daily", "fact", "dim"),
    *("stage", "raw"),
)
# What is typed, and why it is here.
QUERIES = {
    "o": "one letter",
    "orders": "one word",
    "customer ord": "two words, one of them a beginning",
    "shop.sales.orders_daily": "a name",
    "warehouse_7 amount usd": "a column of a namespace",
    "ordres": "a typing error",
    "revenuw dayly": "two typing errors",
    "zzqqxxzz": "nothing like it",
    "shop": "a word that all datasets share",
    "a b c d e f g h i j": "ten letters",
}
COLUMNS = "id, key, kind, namespace, name, field, dataset_id, description, owners, tier"


def fill(url: str, names: int) -> None:
    """A tenth datasets, a twentieth jobs, the rest columns; datasets with owners, tiers and descriptions."""
    with psycopg.connect(url) as connection:
        with connection.cursor().copy(f"copy nodes ({COLUMNS}) from stdin") as copy:
            for row in _rows(names, random.Random(SEED)):
                copy.write_row(row)
        connection.execute("select setval(pg_get_serial_sequence('nodes', 'id'), %s)", [names])
        connection.execute("analyze nodes")


def _rows(names: int, rng: random.Random) -> Iterator[tuple[object, ...]]:
    rare = ["".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=rng.randint(3, 9))) for _ in range(20_000)]

    def word() -> str:
        return rng.choice(COMMON) if rng.random() < 0.5 else rng.choice(rare)

    datasets, jobs = names // 10, names // 20
    called = [f"shop.{word()}.{word()}_{word()}_{number}" for number in range(datasets)]
    for number in range(datasets):
        text, owners = " ".join(word() for _ in range(10)), [f"team:{rare[number % 300]}"]
        space = f"warehouse_{number % 50}"
        yield *_node(number, NodeKind.DATASET, space, called[number]), None, text, owners, str(number % 4 + 1)
    for number in range(datasets, datasets + jobs):
        name = f"{word()}_{word()}_etl_{number}"
        yield *_node(number, NodeKind.JOB, "airflow", name), None, None, [], None
    for number in range(datasets + jobs, names):
        home = rng.randrange(datasets)
        field = f"{word()}_{word()}_{number % 97}"
        named = _node(number, NodeKind.COLUMN, f"warehouse_{home % 50}", called[home], field)
        yield *named, home + 1, None, [], None


def _node(number: int, kind: NodeKind, space: str, name: str, field: str = "") -> tuple[object, ...]:
    # Of a column the number is part of the key: some columns have the same name.
    key = node_key(kind, space, name, f"{field}{number}" if field else "")
    return number + 1, key, kind, space, name, field


def loaded(process: Process) -> float:
    """Seconds until the first answer."""
    began = time.perf_counter()
    process.start()
    while True:
        try:
            ask(process, "orders")
            return time.perf_counter() - began
        except NotReadyError:
            time.sleep(0.1)


def ask(process: Process, text: str) -> tuple[float, int]:
    began = time.perf_counter()
    with process.reading() as reading:
        answer = search(reading, text)
    return time.perf_counter() - began, answer.total


def visible(process: Process, url: str, number: int) -> float:
    """Seconds from the commit of a batch with a new name until it is found."""
    name = f"probe.newcomer{number}"
    with psycopg.connect(url) as connection:
        connection.execute(
            "insert into nodes (key, kind, namespace, name) values (%s, 'dataset', 'bench', %s)",
            [node_key(NodeKind.DATASET, "bench", name), name],
        )
        connection.execute("update pipeline_state set batch = batch + 1, position = position + 1")
        connection.execute("select pg_notify('headwater_published', '')")
    began = time.perf_counter()
    while not ask(process, f"newcomer{number}")[1]:
        pass
    return time.perf_counter() - began


def size(segment: Segment) -> int:
    """Bytes of all arrays."""
    words = segment.dictionary
    arrays = [words.words, words.heads, words.sizes, segment.numbers, segment.merit, segment.rank]
    arrays += [segment.by_rank, segment.dropped, segment.living]
    arrays += [array for one in segment.postings for array in (one.starts, one.things)]
    return sum(array.nbytes for array in arrays)


def measured(names: int) -> tuple[list[str], dict[str, list[str]]]:
    with database() as (_home, url):
        fill(url, names)
        process = build_process(url)
        seconds = loaded(process)
        with process.reading() as reading:
            index = reading.search_index
        rows = {}
        for text, what in QUERIES.items():
            answers = [ask(process, text) for _ in range(REPEATS)]
            p50, p95 = percentiles([taken for taken, _ in answers])
            rows[f"`{text}` | {what}"] = [f"{answers[0][1]:,}", f"{p50:.1f}", f"{p95:.1f}"]
        new50, new95 = percentiles([visible(process, url, number) for number in range(PROBES)])
        process.stop()
    megabytes = sum(map(size, index.segments)) / 1e6
    words = sum(len(segment.dictionary) for segment in index.segments)
    head = [f"{names:,}", f"{words:,}", f"{megabytes:.0f}", f"{seconds:.1f}", f"{new50:.0f}", f"{new95:.0f}"]
    return head, rows


def run() -> str:
    (first, small), (second, large) = measured(NAMES), measured(2 * NAMES)
    heads = ("names", "distinct words", "index MB", "loaded after s", "new name found after ms, p50", "p95")
    asked = ("typed", "what it is", "found", "p50 ms at N", "p95 ms", "found at 2N", "p50 ms at 2N", "p95 ms")
    rows = [(*typed.split(" | "), *figures, *large[typed]) for typed, figures in small.items()]
    return f"{table(heads, [first, second])}\n\n{table(asked, rows)}"


if __name__ == "__main__":
    print(run())
