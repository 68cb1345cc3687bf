"""What a table or query yields: its columns with their flows, and what decides its rows."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from headwater.sql.flows import DECIDES, FILTER, Flow, Flows, distinct, guessed, through

Source = tuple[str, bool]  # a relation's name, and whether the run told of it


class Field(NamedTuple):
    """One output column; `named` is false where the query gives it no name."""

    name: str
    flows: Flows
    named: bool = True


class Open(NamedTuple):
    """A relation of unknown schema whose columns are all passed on, except some.

    `also` are those that a union put below it: their columns meet by position, so by name is a guess.
    """

    relation: str
    told: bool
    without: frozenset[str] = frozenset()
    also: "tuple[Open, ...]" = ()

    def column(self, name: str) -> Flows:
        if name.lower() in self.without:
            return ()
        below = (flow for one in self.also for flow in guessed(one.column(name)))
        return (Flow(self.relation, self.told, name), *below)


@dataclass(slots=True)
class Rows:
    """`rest` holds the flows behind any further column, which `anything` says there may be."""

    fields: list[Field] = field(default_factory=list)
    opens: tuple[Open, ...] = ()
    whole: Flows = ()
    sources: dict[Source, None] = field(default_factory=dict)
    rest: Flows = ()
    anything: bool = False
    _index: dict[str, Field] | None = None

    @property
    def index(self) -> dict[str, Field]:
        if self._index is None:
            self._index = {one.name.lower(): one for one in reversed(self.fields)}
        return self._index

    def renamed(self, names: Sequence[str]) -> "Rows":
        """With a list of column names, as after an alias; those beyond the list keep theirs."""
        if not names:
            return self
        if self.opens and len(self.fields) < len(names):
            return replace(
                self, fields=[Field(name, self._beyond(name)) for name in names], opens=(), _index=None
            )
        head = [Field(name, one.flows) for name, one in zip(names, self.fields, strict=False)]
        more = [Field(name, self.rest) for name in names[len(head) :]]
        return replace(self, fields=[*head, *more, *self.fields[len(names) :]], _index=None)

    def _beyond(self, name: str) -> Flows:
        return guessed(self.opens[0].column(name)) if len(self.opens) == 1 else ()

    def everything(self) -> Iterator[Flow]:
        for one in self.fields:
            yield from one.flows
        yield from self.rest


def stacked(left: Rows, right: Rows, *, by_name: bool) -> Rows:
    """A union: columns meet by position, or by name where the query says so."""
    opens = left.opens
    if len(opens) == 1 and right.opens:
        opens = (opens[0]._replace(also=(*opens[0].also, *right.opens)),)
    fields = _by_name(left, right) if by_name else list(_by_position(left, right))
    whole = distinct((*left.whole, *right.whole))
    return Rows(fields, opens, whole, {**left.sources, **right.sources})


def sifted(left: Rows, right: Rows) -> Rows:
    """An intersect or except: the right side only decides which rows stay."""
    deciding = [through(flow, DECIDES[FILTER], None) for flow in (*right.everything(), *right.whole)]
    whole = distinct((*left.whole, *deciding))
    return replace(left, whole=whole, sources={**left.sources, **right.sources})


def _by_position(left: Rows, right: Rows) -> Iterator[Field]:
    unsure = bool(left.opens or right.opens)
    for place, one in enumerate(left.fields):
        if unsure:
            yield Field(one.name, distinct((*one.flows, *_named(right, one.name))), one.named)
        elif place < len(right.fields):
            yield Field(one.name, distinct((*one.flows, *right.fields[place].flows)), one.named)
        else:
            yield one
    for one in right.fields if len(left.opens) == 1 else ():
        if one.name.lower() not in left.index:
            yield Field(one.name, distinct((*left.opens[0].column(one.name), *guessed(one.flows))))


def _named(rows: Rows, name: str) -> Flows:
    """By name, a guess, as the positions under a star over an unknown schema are not known."""
    known = rows.index.get(name.lower())
    if known:
        return guessed(known.flows)
    return guessed(rows.opens[0].column(name)) if len(rows.opens) == 1 else ()


def _by_name(left: Rows, right: Rows) -> list[Field]:
    fields = {one.name.lower(): one for one in left.fields}
    for one in right.fields:
        mine = fields.get(one.name.lower())
        fields[one.name.lower()] = Field(mine.name, distinct((*mine.flows, *one.flows))) if mine else one
    return list(fields.values())


def all_sources(many: Iterable[Rows]) -> dict[Source, None]:
    return {source: None for rows in many for source in rows.sources}
