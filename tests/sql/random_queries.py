"""Random queries over tables whose columns share names, for an engine to judge; most of them are valid."""

import random
from typing import NamedTuple

TABLES = {
    "t0": ("id", "a", "b", "c"),
    "t1": ("id", "a", "d", "e"),
    "t2": ("k", "b", "f", "g"),
    "t3": ("k", "c", "h", "i"),
    "a": ("x", "y", "b"),
}
JOINS = ("join", "left join", "right join", "cross join", ",", "natural join", "using")


class From(NamedTuple):
    """A thing to select from, with the names by which its columns are known."""

    text: str
    alias: str
    columns: tuple[str, ...]


class Random:
    """Each method writes one part of a query and knows only names, never where values come from."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.count = 0
        self.ctes: dict[str, tuple[str, ...]] = {}

    def query(self, depth: int, width: int | None = None) -> tuple[str, tuple[str, ...]]:
        if depth and self._chance(0.2):
            return self._set_operation(depth, width or self.random.randint(1, 3))
        if depth and self._chance(0.25):
            return self._with(depth, width)
        return self._select(depth, width)

    def _chance(self, share: float) -> bool:
        return self.random.random() < share

    def _fresh(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    def _set_operation(self, depth: int, width: int) -> tuple[str, tuple[str, ...]]:
        left, names = self._select(depth - 1, width)
        right, _ = self._select(depth - 1, width)
        word = self.random.choice(("union", "union all", "intersect", "except"))
        return f"({left}) {word} ({right})", names

    def _with(self, depth: int, width: int | None) -> tuple[str, tuple[str, ...]]:
        inner, names = self.query(depth - 1)
        name = self.random.choice((self._fresh("w"), self._fresh("w"), "t0", "t1"))
        before = self.ctes
        self.ctes = {**before, name: names}
        outer, found = self._select(depth - 1, width)
        self.ctes = before
        return f"with {name} as ({inner}) {outer}", found

    def _source(self, depth: int) -> From:
        if depth and self._chance(0.3):
            inner, names = self.query(depth - 1)
            alias = self.random.choice((self._fresh("s"), "t0"))
            return From(f"({inner}) as {alias}", alias, names)
        name = self.random.choice((*TABLES, *self.ctes, *self.ctes))
        columns = self.ctes.get(name) or TABLES[name]
        if self._chance(0.1):
            alias = self._fresh("r")
            renamed = tuple(f"{alias}c{place}" for place in range(len(columns)))
            return From(f"{name} as {alias} ({', '.join(renamed)})", alias, renamed)
        alias = self.random.choice((name, self._fresh("x"), "a", "b"))
        return From(f"{name} as {alias}", alias, columns)

    def _sources(self, depth: int) -> tuple[str, list[From]]:
        sources = [self._source(depth)]
        text = sources[0].text
        for _ in range(self.random.choice((0, 0, 1, 1, 2))):
            other = self._source(depth)
            if other.alias in {one.alias for one in sources}:
                continue
            text += self._joined(other, sources)
            sources.append(other)
        return text, sources

    def _joined(self, other: From, sources: list[From]) -> str:
        word = self.random.choice(JOINS)
        shared = [one for one in other.columns if sum(one in each.columns for each in sources) == 1]
        if word == "using":
            word = "join"
            if shared:
                return f" join {other.text} using ({self.random.choice(shared)})"
        if word in ("cross join", ",", "natural join"):
            return f"{'' if word == ',' else ' '}{word} {other.text}"
        condition = f"{self._name(sources)} = {other.alias}.{self.random.choice(other.columns)}"
        return f" {word} {other.text} on {condition}"

    def _name(self, sources: list[From]) -> str:
        source = self.random.choice(sources)
        column = self.random.choice(source.columns)
        alone = sum(column in one.columns for one in sources) == 1
        return column if alone and self._chance(0.6) else f"{source.alias}.{column}"

    def _value(self, sources: list[From], depth: int = 0) -> str:
        first, second, third = (self._name(sources) for _ in range(3))
        forms = [first, first, f"{first} + {second}", f"coalesce({first}, {second})", f"({first})"]
        forms += [f"case when {first} > {second} then {third} end", f"cast({first} as bigint)"]
        forms += [f"nullif({first}, {second})"]
        if depth:
            forms += [self._scalar(sources), f"sum({first}) over (partition by {second} order by {third})"]
        return self.random.choice(forms)

    def _scalar(self, sources: list[From]) -> str:
        table = self.random.choice(list(TABLES))
        columns = TABLES[table]
        value, key = self.random.choice(columns), self.random.choice(columns)
        alias = self._fresh("z")
        return f"(select max({value}) from {table} as {alias} where {alias}.{key} = {self._name(sources)})"

    def _condition(self, sources: list[From]) -> str:
        first, second = self._name(sources), self._name(sources)
        table = self.random.choice(list(TABLES))
        inner = self.random.choice(TABLES[table])
        return self.random.choice(
            (
                f"{first} < {second}",
                f"{first} is not null",
                f"{first} in (select {inner} from {table})",
                f"exists (select 1 from {table} as {self._fresh('z')} where {inner} = {first})",
            )
        )

    def _select(self, depth: int, width: int | None) -> tuple[str, tuple[str, ...]]:
        text, sources = self._sources(depth)
        where = f" where {self._condition(sources)}" if self._chance(0.4) else ""
        wide = width or self.random.randint(1, 4)
        if self._chance(0.25):
            return self._aggregated(text + where, sources, wide)
        if not width and self._chance(0.3):
            source = self.random.choice(sources)
            return f"select {source.alias}.* from {text}{where}", source.columns
        names = tuple(self._fresh("o") for _ in range(wide))
        listed = ", ".join(f"{self._value(sources, depth)} as {name}" for name in names)
        distinct = "distinct " if self._chance(0.15) else ""
        return f"select {distinct}{listed} from {text}{where}", names

    def _aggregated(self, text: str, sources: list[From], width: int) -> tuple[str, tuple[str, ...]]:
        key = self._name(sources)
        names = tuple(self._fresh("o") for _ in range(width))
        words = ("sum", "min", "max", "count")
        values = [f"{self.random.choice(words)}({self._name(sources)})" for _ in names[1:]]
        listed = ", ".join(f"{value} as {name}" for value, name in zip((key, *values), names, strict=True))
        having = f" having max({self._name(sources)}) > 1" if self._chance(0.3) else ""
        return (
            f"select {listed} from {text} group by {self.random.choice((key, '1', names[0]))}{having}",
            names,
        )
