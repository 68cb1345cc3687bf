"""What a table or query yields: its columns with their dependencies, and what decides its rows."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from headwater.sql.dependencies import FILTER, INDIRECT, Dependencies, Dependency, distinct, guessed, through

Source = tuple[str, bool]  # a relation's name, and whether the run reported it


class RowField(NamedTuple):
    """One output column; `named` is false where the query gives it no name."""

    name: str
    dependencies: Dependencies
    named: bool = True


class OpenRelation(NamedTuple):
    """A relation of unknown schema whose columns are all passed on, except some.

    `also` are those that a union put below it: their columns meet by position, so by name is a guess.
    """

    relation: str
    reported: bool
    without: frozenset[str] = frozenset()
    also: "tuple[OpenRelation, ...]" = ()

    def column(self, name: str) -> Dependencies:
        if name.lower() in self.without:
            return ()
        below = (dependency for one in self.also for dependency in guessed(one.column(name)))
        return (Dependency(self.relation, self.reported, name), *below)


@dataclass(slots=True)
class Rows:
    """`rest` holds the dependencies behind any further column, which `anything` says there may be."""

    fields: list[RowField] = field(default_factory=list)
    open_relations: tuple[OpenRelation, ...] = ()
    whole: Dependencies = ()
    sources: dict[Source, None] = field(default_factory=dict)
    rest: Dependencies = ()
    anything: bool = False
    _index: dict[str, RowField] | None = None

    @property
    def index(self) -> dict[str, RowField]:
        if self._index is None:
            # In reverse, so that of two columns with one name the first is found.
            self._index = {one.name.lower(): one for one in reversed(self.fields)}
        return self._index

    def renamed(self, names: Sequence[str]) -> "Rows":
        """With a list of column names, as after an alias; those beyond the list keep theirs."""
        if not names:
            return self
        # Which column of an unknown schema stands at which place is not known: the name is a guess.
        if self.open_relations and len(self.fields) < len(names):
            return replace(
                self,
                fields=[RowField(name, self._beyond(name)) for name in names],
                open_relations=(),
                _index=None,
            )
        head = [RowField(name, one.dependencies) for name, one in zip(names, self.fields, strict=False)]
        more = [RowField(name, self.rest) for name in names[len(head) :]]
        return replace(self, fields=[*head, *more, *self.fields[len(names) :]], _index=None)

    def _beyond(self, name: str) -> Dependencies:
        return guessed(self.open_relations[0].column(name)) if len(self.open_relations) == 1 else ()

    def all_dependencies(self) -> Iterator[Dependency]:
        for one in self.fields:
            yield from one.dependencies
        yield from self.rest

    def deciding(self, subtype: str) -> Iterator[Dependency]:
        """Where all columns together decide which rows there are."""
        for dependency in self.all_dependencies():
            yield through(dependency, INDIRECT[subtype], None)


def union(left: Rows, right: Rows, *, by_name: bool) -> Rows:
    """A union: columns meet by position, or by name where the query says so."""
    open_relations = left.open_relations
    # Only one relation can stand for all columns; those of the right side follow its names.
    if len(open_relations) == 1 and right.open_relations:
        open_relations = (open_relations[0]._replace(also=(*open_relations[0].also, *right.open_relations)),)
    fields = _by_name(left, right) if by_name else list(_by_position(left, right))
    whole = distinct((*left.whole, *right.whole))
    return Rows(fields, open_relations, whole, {**left.sources, **right.sources})


def intersect_or_except(left: Rows, right: Rows) -> Rows:
    """An intersect or except: the right side only decides which rows stay, compared with the left."""
    beside = (through(dependency, INDIRECT[FILTER], None) for dependency in right.whole)
    whole = distinct((*left.whole, *right.deciding(FILTER), *left.deciding(FILTER), *beside))
    return replace(left, whole=whole, sources={**left.sources, **right.sources})


def _by_position(left: Rows, right: Rows) -> Iterator[RowField]:
    unsure = bool(left.open_relations or right.open_relations)
    for place, one in enumerate(left.fields):
        # Behind a star over an unknown schema nobody knows which column stands at which place.
        if unsure:
            yield RowField(one.name, distinct((*one.dependencies, *_named(right, one.name))), one.named)
        elif place < len(right.fields):
            yield RowField(
                one.name, distinct((*one.dependencies, *right.fields[place].dependencies)), one.named
            )
        else:
            yield one
    for one in right.fields if len(left.open_relations) == 1 else ():
        if one.name.lower() not in left.index:
            yield RowField(
                one.name, distinct((*left.open_relations[0].column(one.name), *guessed(one.dependencies)))
            )


def _named(rows: Rows, name: str) -> Dependencies:
    """By name, a guess, as the positions under a star over an unknown schema are not known."""
    known = rows.index.get(name.lower())
    if known:
        return guessed(known.dependencies)
    return guessed(rows.open_relations[0].column(name)) if len(rows.open_relations) == 1 else ()


def _by_name(left: Rows, right: Rows) -> list[RowField]:
    fields = {one.name.lower(): one for one in left.fields}
    for one in right.fields:
        mine = fields.get(one.name.lower())
        fields[one.name.lower()] = (
            RowField(mine.name, distinct((*mine.dependencies, *one.dependencies))) if mine else one
        )
    return list(fields.values())


def all_sources(many: Iterable[Rows]) -> dict[Source, None]:
    return {source: None for rows in many for source in rows.sources}
