"""Random schemas, queries that are typed by construction, and changes: to compare judges with each other."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from headwater.simulator.proposals import ChangeType, ProposedChange
from headwater.sql.schemas import ColumnSchema, TableSchema

NUMBER, TEXT, CLOCK, TRUTH = "number", "text", "clock", "truth"
KINDS = {
    "smallint": NUMBER,
    "int": NUMBER,
    "bigint": NUMBER,
    "decimal(10,2)": NUMBER,
    "decimal(18,4)": NUMBER,
    "double precision": NUMBER,
    "real": NUMBER,
    "text": TEXT,
    "varchar(20)": TEXT,
    "date": CLOCK,
    "timestamp": CLOCK,
    "boolean": TRUTH,
}
NAMES = ["id", "amount", "qty", "day", "ts", "name", "note", "flag", "price", "ref", "status", "country"]
LEAVES = {NUMBER: "7", TEXT: "'k'", CLOCK: "current_date", TRUTH: "true"}
Columns = list[tuple[str, str]]
Source = tuple[str, Columns]
DEEPEST = 3


def random_schemas(random: Random) -> dict[str, TableSchema]:
    return {f"shop.{name}": _table(random, f"shop.{name}") for name in ("orders", "customers", "items")}


def _table(random: Random, name: str) -> TableSchema:
    names = random.sample(NAMES, random.randint(4, 7))
    kinds = list(KINDS)
    return TableSchema(
        name, tuple(ColumnSchema(one, random.choice(kinds), random.random() < 0.5) for one in names)
    )


def random_change(random: Random, schemas: dict[str, TableSchema]) -> ProposedChange:
    table = random.choice(list(schemas.values()))
    columns = table.columns or ()
    column = random.choice(columns)
    free = [name for name in NAMES if table.column(name) is None]
    kinds = [kind for kind in KINDS if kind != column.type]
    new_type = random.choice(kinds)
    options: list[ProposedChange] = [
        ProposedChange(ChangeType.DROP_COLUMN, table.name, column.name),
        ProposedChange(
            ChangeType.RENAME_COLUMN, table.name, column.name, new_name=random.choice([*free, "other"])
        ),
        ProposedChange(ChangeType.CHANGE_TYPE, table.name, column.name, new_type=new_type),
        ProposedChange(ChangeType.CHANGE_TYPE, table.name, column.name, new_type=random.choice(kinds)),
        ProposedChange(ChangeType.CHANGE_NULLABLE, table.name, column.name, nullable=not column.nullable),
        ProposedChange(
            ChangeType.ADD_COLUMN,
            table.name,
            random.choice(free),
            new_type=new_type,
            nullable=True,
            position=random.choice([None, 1]),
        ),
        ProposedChange(
            ChangeType.REORDER_COLUMNS, table.name, column.name, position=random.randint(1, len(columns))
        ),
        ProposedChange(ChangeType.DROP_TABLE, table.name),
    ]
    return random.choice(options)


@dataclass
class Queries:
    """Writes random texts over some tables."""

    random: Random
    schemas: dict[str, TableSchema]

    def query(self) -> str:
        return self._one_of(
            *[self._plain] * 6,
            lambda: f"{self._select(1)[0]} union all {self._select(1)[0]}",
            self._with_cte,
            self._insert,
            self._update,
            self._delete,
        )

    def _one_of(self, *options: Callable[[], str]) -> str:
        return self.random.choice(options)()

    def _plain(self) -> str:
        return self._select(0)[0]

    def _columns(self, sources: list[Source], kind: str) -> list[str]:
        names = [name for _, columns in sources for name, _ in columns]
        return [
            f"{alias}.{name}" if names.count(name) > 1 or self.random.random() < 0.5 else name
            for alias, columns in sources
            for name, its_kind in columns
            if its_kind == kind
        ]

    def _value(self, sources: list[Source], kind: str, depth: int = 0) -> str:
        columns = self._columns(sources, kind)
        if columns and (depth > 2 or self.random.random() < 0.5):
            return self.random.choice(columns)
        if depth > DEEPEST:
            return LEAVES[kind]

        def inner(wanted: str = kind) -> str:
            return self._value(sources, wanted, depth + 1)

        def holds() -> str:
            return self._condition(sources, depth + 1)

        options = {
            NUMBER: (
                lambda: str(self.random.randint(0, 100)),
                lambda: f"({inner()} {self.random.choice('+-*')} {inner()})",
                lambda: f"abs({inner()})",
                lambda: f"coalesce({inner()}, 0)",
                lambda: f"case when {holds()} then {inner()} else {inner()} end",
                lambda: f"length({inner(TEXT)})",
                lambda: f"cast({inner()} as {self.random.choice(['int', 'bigint', 'decimal(12,2)'])})",
                lambda: f"extract(year from {inner(CLOCK)})",
                lambda: f"{inner()} / 2",
                lambda: f"greatest({inner()}, {inner()})",
            ),
            TEXT: (
                lambda: "'a'",
                lambda: f"upper({inner()})",
                lambda: f"{inner()} || {inner()}",
                lambda: f"coalesce({inner()}, 'x')",
                lambda: f"substring({inner()}, 1, 3)",
                lambda: f"cast({inner(NUMBER)} as text)",
                lambda: f"case when {holds()} then {inner()} end",
            ),
            CLOCK: (
                lambda: "date '2020-01-01'",
                lambda: f"date_trunc('month', {inner()})",
                lambda: f"coalesce({inner()}, date '2020-01-01')",
                lambda: f"({inner()} + interval '1 day')",
            ),
            TRUTH: (lambda: "true", holds),
        }
        return self._one_of(*options[kind])

    def _condition(self, sources: list[Source], depth: int = 0) -> str:
        if depth > DEEPEST:
            return "1 = 1"
        kind = self.random.choice([NUMBER, NUMBER, TEXT, CLOCK])

        def value(wanted: str = kind) -> str:
            return self._value(sources, wanted, depth + 1)

        options = [
            lambda: f"{value()} {self.random.choice(['=', '<>', '<', '>='])} {value()}",
            lambda: f"{value()} is null",
            lambda: f"{value()} between {value()} and {value()}",
            lambda: f"{value(TEXT)} like 'a%'",
            lambda: f"{value(NUMBER)} in (1, 2)",
            lambda: f"not ({self._condition(sources, depth + 1)})",
            lambda: f"{value(NUMBER)} = {self.random.randint(0, 9)}",
            lambda: f"{value(NUMBER)} = '5'",
            lambda: f"{value(CLOCK)} > '2020-01-01'",
        ]
        if depth < 2:
            options.append(lambda: self._in_query(value(NUMBER)))
        return self._one_of(*options)

    def _in_query(self, value: str) -> str:
        name, source = self._named_table("y")
        return f"{value} in (select {self._value([source], NUMBER, 2)} from {name})"

    def _named_table(self, alias: str) -> tuple[str, Source]:
        table = self.random.choice(list(self.schemas.values()))
        written = self.random.choice([table.name, table.name.partition(".")[2]])
        return f"{written} {alias}", (alias, _kinds(table))

    def _source(self, alias: str, depth: int) -> tuple[str, Source]:
        if depth < 2 and self.random.random() < 0.3:
            text, columns = self._select(depth + 1)
            return f"({text}) {alias}", (alias, columns)
        return self._named_table(alias)

    def _select(self, depth: int) -> tuple[str, Columns]:
        first, source = self._source("abc"[depth], depth)
        sources, start = [source], first
        if depth == 0 and self.random.random() < 0.4:
            second, other = self._source("z", 1)
            sources.append(other)
            kind = self.random.choice(["join", "left join"])
            keys = f"{self._value(sources, NUMBER, 2)} = {self._value(sources, NUMBER, 2)}"
            start += f" {kind} {second} on {keys}"
        where = f" where {self._condition(sources, 1)}" if self.random.random() < 0.6 else ""
        return self._list(sources, f"from {start}{where}")

    def _list(self, sources: list[Source], rest: str) -> tuple[str, Columns]:
        choice = self.random.random()
        if choice < 0.2:
            return f"select {sources[0][0]}.* {rest}", sources[0][1]
        kinds = [self.random.choice([NUMBER, NUMBER, TEXT, CLOCK]) for _ in range(self.random.randint(1, 3))]
        values = [self._value(sources, kind, 1) for kind in kinds]
        if choice < 0.45:
            sums = self.random.choice(["count(*)", f"sum({self._value(sources, NUMBER, 2)})"])
            listed = ", ".join(f"{value} as k{place}" for place, value in enumerate(values))
            keys = ", ".join(str(place + 1) for place in range(len(values)))
            columns = [(f"k{place}", kind) for place, kind in enumerate(kinds)]
            return f"select {listed}, {sums} as total {rest} group by {keys}", [*columns, ("total", NUMBER)]
        listed = ", ".join(f"{value} as x{place}" for place, value in enumerate(values))
        return f"select {listed} {rest}", [(f"x{place}", kind) for place, kind in enumerate(kinds)]

    def _with_cte(self) -> str:
        text, columns = self._select(1)
        source = ("c", columns)
        value, where = self._value([source], NUMBER, 2), self._condition([source], 2)
        return f"with c as ({text}) select {value} from c where {where}"

    def _insert(self) -> str:
        table = self.random.choice(list(self.schemas.values()))
        name, source = self._named_table("a")
        columns = list(table.columns or ())
        if self.random.random() < 0.5:
            columns = self.random.sample(columns, 2)
            listed = f" ({', '.join(one.name for one in columns)})"
        else:
            listed = ""
        values = ", ".join(self._value([source], KINDS[one.type or ""], 2) for one in columns)
        return f"insert into {table.name}{listed} select {values} from {name}"

    def _update(self) -> str:
        table = self.random.choice(list(self.schemas.values()))
        column = self.random.choice(table.columns or ())
        source = ("u", _kinds(table))
        value = self._value([source], KINDS[column.type or ""], 1)
        return f"update {table.name} u set {column.name} = {value} where {self._condition([source], 2)}"

    def _delete(self) -> str:
        table = self.random.choice(list(self.schemas.values()))
        return f"delete from {table.name} u where {self._condition([('u', _kinds(table))], 1)}"


def _kinds(table: TableSchema) -> Columns:
    return [(one.name, KINDS[one.type or ""]) for one in table.columns or ()]
