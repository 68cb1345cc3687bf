"""Random texts of more shapes: windows, merged joins, set operations, subqueries, merges, DuckDB's own."""

from dataclasses import dataclass
from random import Random

from headwater.simulator.proposals import ChangeType, ProposedChange
from headwater.sql.schemas import TableSchema
from tests.simulator.random_queries import (
    CLOCK,
    KINDS,
    NAMES,
    NUMBER,
    TEXT,
    TRUTH,
    Queries,
    Source,
    random_change,
)


@dataclass
class Shapes(Queries):
    """`dialect` is duckdb or postgres; what only one of them takes is written for that one."""

    dialect: str = "duckdb"

    def query(self) -> str:
        shapes = [
            self._windows,
            self._merged_join,
            self._set_operation,
            self._correlated,
            self._named_columns,
            self._grouped,
            self._ordered,
            self._values_join,
            self._update_from,
            self._delete_using,
            self._merge,
            self._create,
            self._lateral_join,
            self._recursive,
            super().query,
        ]
        if self.dialect == "duckdb":
            shapes += [self._changed_star, self._from_first, self._reused_alias, self._qualify, self._by_name]
        return self._one_of(*shapes)

    def _pick(self, sources: list[Source], depth: int = 2) -> tuple[str, str]:
        kind = self.random.choice([NUMBER, NUMBER, TEXT, CLOCK])
        return self._value(sources, kind, depth), kind

    def _table(self, alias: str) -> tuple[str, Source]:
        return self._named_table(alias)

    def _windows(self) -> str:
        name, source = self._source("a", 1)
        key, order = self._pick([source])[0], self._pick([source])[0]
        number = self._value([source], NUMBER, 2)
        one = self.random.choice(
            [
                "row_number()",
                f"sum({number})",
                f"lag({self._pick([source])[0]})",
                f"first_value({number})",
                f"avg({number})",
                f"max({self._pick([source])[0]})",
                f"ntile({self.random.randint(2, 4)})",
            ]
        )
        frame = self.random.choice(["", " rows between 1 preceding and current row"])
        over = f"over (partition by {key} order by {order}{frame if one.startswith('sum') else ''})"
        if self.random.random() < 0.3:
            return f"select {number} as x, {one} over w as w1 from {name} window w as (order by {order})"
        return f"select {self._pick([source])[0]} as x, {one} {over} as y from {name}"

    def _merged_join(self) -> str:
        (one, left), (other, right) = self._table("a"), self._table("b")
        both = [name for name, kind in left[1] if (name, kind) in right[1]]
        side = self.random.choice(["join", "left join", "full join", "right join"])
        if not both or self.random.random() < 0.3:
            names = [n for _, columns in (left, right) for n, _ in columns if n not in both]
            listed = self.random.choice(["*", self.random.choice(names or ["1"])])
            return f"select {listed} from {one} natural {side} {other}"
        keys = self.random.sample(both, 1)
        listed = self.random.choice(["*", f"{keys[0]}, count(*)", "a.*", f"{keys[0]} as k"])
        rest = f" group by {keys[0]}" if "count" in listed else ""
        return f"select {listed} from {one} {side} {other} using ({', '.join(keys)}){rest}"

    def _set_operation(self) -> str:
        kinds = [self.random.choice([NUMBER, TEXT, CLOCK]) for _ in range(self.random.randint(1, 3))]
        word = self.random.choice(["union", "union all", "intersect", "except"])

        def side(alias: str) -> str:
            name, source = self._table(alias)
            values = ", ".join(f"{self._value([source], kind, 2)} as u{n}" for n, kind in enumerate(kinds))
            return f"select {values} from {name}"

        rest = self.random.choice(["", " order by 1", " order by u0", " limit 3"])
        text = f"{side('a')} {word} {side('b')}"
        return self.random.choice([f"{text}{rest}", f"select u0 from ({text}) d where u0 is not null"])

    def _correlated(self) -> str:
        (name, source), (other, inner) = self._table("a"), self._table("b")
        condition = f"{self._value([inner], NUMBER, 3)} = {self._value([source], NUMBER, 3)}"
        value = self._value([source], NUMBER, 2)
        options = [
            f"select {value} from {name} where exists (select 1 from {other} where {condition})",
            f"select {value} from {name} where not exists (select * from {other} where {condition})",
            f"select (select max({self._value([inner], NUMBER, 3)}) from {other} where {condition}) as m"
            f" from {name}",
            f"select {value} from {name} where {value} > (select avg({self._value([inner], NUMBER, 3)})"
            f" from {other})",
            f"select {value} from {name} where {value} not in (select {self._value([inner], NUMBER, 3)}"
            f" from {other})",
            f"select {value} from {name} where {value} >= all (select {self._value([inner], NUMBER, 3)}"
            f" from {other})",
        ]
        return self.random.choice(options)

    def _named_columns(self) -> str:
        text, columns = self._select(1)
        names = ", ".join(f"n{place}" for place in range(len(columns)))
        last = f"n{len(columns) - 1}"
        return self.random.choice(
            [
                f"with c({names}) as ({text}) select {last}, n0 from c order by {last}",
                f"select {last} from ({text}) as d({names})",
                f"with c as ({text}), e as (select * from c) select * from e",
                f"with c as ({text}) select count(*) from c join c as o using ({columns[0][0]})",
            ]
        )

    def _grouped(self) -> str:
        name, source = self._source("a", 1)
        value, number = self._pick([source])[0], self._value([source], NUMBER, 2)
        text = self._value([source], TEXT, 2)
        aggregate = self.random.choice(
            [
                f"count(distinct {value})",
                f"sum({number}) filter (where {self._condition([source], 2)})",
                f"string_agg({text}, ',')",
                f"min({self._pick([source])[0]})",
                f"bool_or({self._condition([source], 2)})",
                f"avg({number})",
                f"array_agg({value})",
                f"stddev({number})",
            ]
        )
        having = self.random.choice(["", f" having max({number}) > 3", " having count(*) > 1"])
        keys = self.random.choice([value, "g", f"rollup ({value})", f"grouping sets (({value}), ())", "1"])
        return f"select {value} as g, {aggregate} as s from {name} group by {keys}{having}"

    def _ordered(self) -> str:
        name, source = self._source("a", 1)
        value, other = self._pick([source])[0], self._pick([source])[0]
        distinct = self.random.choice(["", "", "distinct "])
        order = self.random.choice(["v", "1 desc", "v nulls last, 1"] + ([] if distinct else [other]))
        return f"select {distinct}{value} as v from {name} order by {order} limit 5"

    def _values_join(self) -> str:
        name, source = self._table("a")
        return (
            f"select v.n, {self._pick([source])[0]} as x from {name}"
            f" join (values (1, 'p'), (2, 'q')) as v(i, n) on v.i = {self._value([source], NUMBER, 3)}"
        )

    def _target(self) -> tuple[TableSchema, str, str]:
        table = self.random.choice(list(self.schemas.values()))
        column = self.random.choice(table.columns or ())
        return table, column.name, KINDS[column.type or ""]

    def _update_from(self) -> str:
        table, column, kind = self._target()
        name, source = self._table("b")
        own: Source = ("u", [(one.name, KINDS[one.type or ""]) for one in table.columns or ()])
        value = self._value([source], kind, 2)
        where = f"{self._qualified(own, NUMBER)} = {self._qualified(source, NUMBER)}"
        return f"update {table.name} as u set {column} = {value} from {name} where {where}".replace(
            value, self._requalified(value, source)
        )

    def _requalified(self, value: str, source: Source) -> str:
        """A value of the one source whose names may be the target's as well."""
        return value if not any(value == name for name, _ in source[1]) else f"{source[0]}.{value}"

    def _qualified(self, source: Source, kind: str) -> str:
        names = [name for name, its_kind in source[1] if its_kind == kind]
        return f"{source[0]}.{self.random.choice(names)}" if names else "1"

    def _delete_using(self) -> str:
        table, _, _ = self._target()
        own: Source = ("u", [(one.name, KINDS[one.type or ""]) for one in table.columns or ()])
        name, source = self._table("b")
        kind = self.random.choice([NUMBER, TEXT])
        return (
            f"delete from {table.name} as u using {name}"
            f" where {self._qualified(own, kind)} = {self._qualified(source, kind)}"
        )

    def _merge(self) -> str:
        table, column, kind = self._target()
        own: Source = ("u", [(one.name, KINDS[one.type or ""]) for one in table.columns or ()])
        name, source = self._table("s")
        on = f"{self._qualified(own, NUMBER)} = {self._qualified(source, NUMBER)}"
        given = self._qualified(source, kind)
        given = (
            given
            if given != "1"
            else {NUMBER: "1", TEXT: "'x'", CLOCK: "date '2020-01-01'", TRUTH: "true"}[kind]
        )
        insert = self.random.choice(
            [
                f" when not matched then insert ({column}) values ({given})",
                "",
                " when matched and 1 = 2 then delete" if self.dialect == "postgres" else "",
            ]
        )
        update = f"when matched then update set {column} = {given}"
        return f"merge into {table.name} as u using {name} on {on} {update}{insert}"

    def _create(self) -> str:
        text, _ = self._select(1)
        return f"create {self.random.choice(['view', 'table'])} shop.made as {text}"

    def _lateral_join(self) -> str:
        (name, source), (other, inner) = self._table("a"), self._table("b")
        condition = f"{self._qualified(inner, NUMBER)} = {self._qualified(source, NUMBER)}"
        listed = self.random.choice(["*", "a.*", "d.v"])
        value = self._qualified(inner, self.random.choice([NUMBER, TEXT]))
        return (
            f"select {listed} from {name} cross join lateral"
            f" (select {value} as v from {other} where {condition} limit 1) as d"
        )

    def _recursive(self) -> str:
        name, source = self._table("a")
        value = self._value([source], NUMBER, 3)
        return (
            f"with recursive r(n) as (select cast({value} as bigint) from {name}"
            " union all select n + 1 from r where n < 5) select n from r"
        )

    def _changed_star(self) -> str:
        name, (_, columns) = self._table("a")
        column, kind = self.random.choice(columns)
        value = {NUMBER: f"{column} + 1", TEXT: f"upper({column})"}.get(kind, column)
        return self.random.choice(
            [
                f"select * exclude ({column}) from {name}",
                f"select * replace ({value} as {column}) from {name}",
                f"select a.* exclude ({column}), {column} as again from {name}",
                f"select columns('{column[:2]}.*') from {name}",
                f"select count(columns(*)) from {name}",
                f"select * rename ({column} as fresh) from {name}",
            ]
        )

    def _from_first(self) -> str:
        name, source = self._table("a")
        return self.random.choice(
            [
                f"from {name}",
                f"from {name} select {self._pick([source])[0]} as x",
                f"select {self._pick([source])[0]} as x, count(*) from {name} group by all order by all",
                f"select a from {name}",
                f"select * from {name} semi join shop.items i on {self._qualified(source, NUMBER)} = 1",
            ]
        )

    def _reused_alias(self) -> str:
        name, source = self._table("a")
        number = self._value([source], NUMBER, 2)
        alias = self.random.choice([*NAMES, "fresh"])
        return self.random.choice(
            [
                f"select {number} as {alias}, {alias} as twice from {name}",
                f"select {number} as {alias} from {name} where {alias} > 1",
                f"select {number} as {alias}, count(*) from {name} group by {alias}",
                f"select {number} as {alias} from {name} order by {alias}",
            ]
        )

    def _qualify(self) -> str:
        name, source = self._table("a")
        key, order = self._pick([source])[0], self._pick([source])[0]
        return (
            f"select {self._pick([source])[0]} as x from {name}"
            f" qualify row_number() over (partition by {key} order by {order}) = 1"
        )

    def _by_name(self) -> str:
        table, column, _ = self._target()
        name, source = self._table("a")
        chosen = [(n, k) for n, k in source[1] if table.column(n) is not None]
        if not chosen:
            return f"select {column} from {table.name}"
        listed = ", ".join(n for n, _ in chosen[:2])
        return f"insert into {table.name} by name select {listed} from {name}"


def change_of_named(random: Random, schemas: dict[str, TableSchema], text: str) -> ProposedChange:
    """Mostly of a column that stands in the text; elsewhere most changes reach nothing."""
    for _ in range(30):
        change = random_change(random, schemas)
        column = change.target or ""
        added = change.type in (ChangeType.ADD_COLUMN, ChangeType.DROP_TABLE, ChangeType.REORDER_COLUMNS)
        if change.table.partition(".")[2] in text and (column in text or added):
            return change
    return random_change(random, schemas)
