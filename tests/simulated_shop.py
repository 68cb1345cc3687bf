"""A shop whose changes are simulated: two tables, a job between them, and three texts of the index."""

from typing import Any
from uuid import uuid4

from psycopg.types.json import Jsonb

from tests.world import World, day

ORDERS = [{"name": "id", "type": "int"}, {"name": "amount", "type": "int"}, {"name": "note", "type": "text"}]
TOTAL = "select sum(amount) from shop.orders"
NOTES = "select note from shop.orders"
FILL = "insert into shop.daily (total) select amount from shop.orders"


class Shop:
    """Orders, a job that fills a daily table from them, a dashboard on it, and three texts."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.orders = world.dataset("shop.orders")
        self.daily = world.dataset("shop.daily", tier="1", owners=["team:finance"])
        self.job = world.job("fill_daily", owners=["team:data"])
        world.reads(self.orders, self.job)
        world.writes(self.job, self.daily)
        self.schema(self.orders, ORDERS, day(1))
        self.schema(self.daily, [{"name": "total", "type": "int"}], day(1))
        for field in ("amount", "note"):
            world.column(self.orders, field)

    def schema(self, dataset: int, fields: list[dict[str, str]], since: Any, until: Any = "infinity") -> None:
        digest = uuid4()
        execute = self.world.connection.execute
        execute("insert into schemas (hash, fields) values (%s, %s)", [digest, Jsonb(fields)])
        execute(
            """insert into schema_versions (dataset_id, hash, valid_from, valid_to, event_id)
            values (%s, %s, %s, %s, %s)""",
            [dataset, digest, since, until, uuid4()],
        )

    def text(self, text: str, columns: list[str], user: str = "", written: int | None = None) -> str:
        key = uuid4()
        execute = self.world.connection.execute
        execute(
            "insert into queries (key, dialect, text, at, event_id) values (%s, 'postgres', %s, %s, %s)",
            [key, text, day(20), uuid4()],
        )
        execute(
            "insert into query_analyses values (%s, 1, %s, '{}', '{}')",
            [key, uuid4()],
        )
        references = [(self.orders, field, "projected") for field in ["", *columns]]
        references += [(written, "", "written")] if written else []
        for dataset, field, role in references:
            execute(
                "insert into query_references values (%s, %s, %s, %s, false, false, true)",
                [key, dataset, field, role],
            )
        if user:
            execute(
                "insert into query_uses values (%s, %s, %s, %s, '', '', 9, null, null, '{}')",
                [uuid4(), key, day(20), user],
            )
            execute("insert into query_days values (%s, %s, %s, '', '', 1, 9, 0, 0)", [key, day(20), user])
        else:
            execute("insert into job_texts values (%s, %s, %s, %s)", [self.job, key, day(1), day(20)])
        return key.hex

    def fill(self) -> "Shop":
        self.text(TOTAL, ["amount"], user="priya")
        self.text(NOTES, ["note"], user="priya")
        self.text(FILL, ["amount"], written=self.daily)
        self.world.connection.commit()
        return self
