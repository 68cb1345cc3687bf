"""How many texts each judge judges in a second. `python -m benchmarks.proofs`.

Each text is bound to the schemas before and after a change of type, by one judge, in one thread.
"""

import random
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path

import psycopg

from benchmarks.sql_texts import COLUMNS, SEED, SIZES, TABLES, text
from benchmarks.system import database
from benchmarks.table import table
from headwater.pipeline.session import start_session
from headwater.pipeline.spark_engine import SparkEngine
from headwater.settings import Settings
from headwater.simulator.duckdb_engine import DuckDbEngine
from headwater.simulator.engine_judge import EngineJudge
from headwater.simulator.judge import Judge, JudgedQuery, QueryVerdict, SchemaPair
from headwater.simulator.proposals import ChangeType, ProposedChange
from headwater.simulator.schema_changes import apply, schemas_of
from headwater.simulator.sqlglot_judge import SqlglotJudge
from headwater.sql.schemas import ColumnSchema, TableSchema
from headwater.store.postgres_engine import open_engine

HEADER = ("judge", "dialect", "texts", "could not analyse", "ms a text", "proofs/s")
TEXTS = 300
TEXTS_OF_SPARK = 60


def schemas() -> dict[str, TableSchema]:
    names = {
        number: ("id", "parent_id", "status", *(f"t{number}_c{place}" for place in range(COLUMNS)))
        for number in range(TABLES)
    }
    return schemas_of(
        [
            TableSchema(
                f"raw.table_{number}",
                tuple(ColumnSchema(one, "varchar(20)" if one == "status" else "int") for one in columns),
            )
            for number, columns in names.items()
        ]
    )


def select(rng: random.Random, salt: int) -> str:
    """Only the query of a text: how a table is written is not the same in every dialect."""
    return text(rng, SIZES[salt % 2], salt).split("\n", 1)[1]


def row(judge: Judge, dialect: str, count: int) -> Sequence[object]:
    known = schemas()
    changes = [
        ProposedChange(ChangeType.CHANGE_TYPE, name, "status", new_type="varchar(40)") for name in known
    ]
    pair = SchemaPair(known, apply(changes, known))
    rng = random.Random(SEED)
    queries = [JudgedQuery(select(rng, salt), dialect) for salt in range(count)]
    # The first makes the tables.
    for query in queries[:2]:
        judge.judge(query, pair)
    began = time.perf_counter()
    found = [judge.judge(query, pair).verdict for query in queries]
    spent = time.perf_counter() - began
    unknown = found.count(QueryVerdict.COULD_NOT_ANALYZE)
    return judge.name, dialect, count, unknown, f"{spent / count * 1000:.1f}", f"{count / spent:,.0f}"


def run() -> str:
    rows = [row(SqlglotJudge(), "postgres", TEXTS)]
    with ExitStack() as stack:
        home, url = stack.enter_context(database())
        connection = stack.enter_context(psycopg.connect(url, autocommit=True))
        postgres = EngineJudge(stack.enter_context(open_engine(connection)))
        duckdb = EngineJudge(stack.enter_context(closing(DuckDbEngine())))
        rows += [row(postgres, "postgres", TEXTS), row(duckdb, "duckdb", TEXTS)]
        session = start_session(Settings(home=home))
        stack.callback(session.stop)
        folder = Path(home) / "empty"
        folder.mkdir()
        spark = stack.enter_context(closing(SparkEngine(session, folder)))
        rows.append(row(EngineJudge(spark), "spark", TEXTS_OF_SPARK))
    return table(HEADER, rows)


if __name__ == "__main__":
    print(run())
