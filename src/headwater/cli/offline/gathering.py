"""The texts that can have to do with a change: looked up by name first, hop by hop, before any is parsed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from headwater.cli.offline.schema_file import KnownTables, written_by
from headwater.cli.offline.texts import FoundText
from headwater.simulator.judge import JudgedQuery
from headwater.simulator.propagation import ReplayedText
from headwater.sql.schemas import TableSchema

# Of one simulation; what is beyond is reported.
MOST_TEXTS = 20_000


@dataclass(frozen=True, slots=True)
class GatheredText:
    """A text with all its uses: the same words again are the same text."""

    key: str
    uses: tuple[FoundText, ...]
    reads: frozenset[str]
    writes: frozenset[str]

    @property
    def first(self) -> FoundText:
        return self.uses[0]

    @property
    def is_query(self) -> bool:
        """What makes or fills a table is the text of a job, as is what a job is named for."""
        return not self.writes and not any(use.job or use.in_schema for use in self.uses)

    def replayed(self) -> ReplayedText:
        query = JudgedQuery(self.first.text, self.first.dialect, self.first.namespace)
        return ReplayedText(self.key, query, self.reads, self.writes)


@dataclass(frozen=True, slots=True)
class GatheredTexts:
    texts: dict[str, GatheredText]
    schemas: dict[str, TableSchema]
    cut: bool


class TextIndex:
    """All texts of the files; which of them name a table is found by words alone."""

    def __init__(self, tables: KnownTables, texts: Sequence[FoundText]) -> None:
        self._tables = tables
        made = [
            text
            for name, one in tables.definitions.items()
            for text in one.texts
            if one.is_query and text.in_schema and name not in tables.replaced
        ]
        self._uses: dict[tuple[str, str | None, tuple[str, ...]], list[FoundText]] = {}
        for text in (*made, *texts):
            key = (" ".join(text.text.split()), text.dialect, text.namespace)
            self._uses.setdefault(key, []).append(text)
        self._small = [uses[0].text.lower() for uses in self._uses.values()]
        self._listed = list(self._uses.values())
        self._known: dict[int, GatheredText] = {}

    @property
    def statements(self) -> int:
        return sum(map(len, self._listed))

    def gather(self, changed: Iterable[str], hops: int) -> GatheredTexts:
        """Those that name a changed table, then those that name what these make, with all their schemas."""
        found: dict[str, GatheredText] = {}
        frontier = set(changed)
        reached = set(frontier)
        for _ in range(hops):
            added = self._naming(frontier)
            found |= {one.key: one for one in added}
            frontier = {name for one in added for name in one.writes} - reached
            reached |= frontier
            if not frontier or len(found) > MOST_TEXTS:
                break
        kept = dict(list(found.items())[:MOST_TEXTS])
        names = {name for one in kept.values() for name in (*one.reads, *one.writes)} | set(changed)
        known = set(self._tables.names)
        schemas = {name: self._tables.schema(name) for name in sorted(names & known)}
        return GatheredTexts(kept, schemas, len(found) > MOST_TEXTS)

    def _naming(self, tables: set[str]) -> list[GatheredText]:
        words = {name.rpartition(".")[2] for name in tables}
        candidates = (
            place for place, small in enumerate(self._small) if any(word in small for word in words)
        )
        texts = (self._text(place) for place in candidates)
        return [one for one in texts if one.reads & tables or one.writes & tables]

    def _text(self, place: int) -> GatheredText:
        known = self._known.get(place)
        if known is None:
            uses = self._listed[place]
            reads = self._tables.named_in(uses[0])
            target = written_by(uses[0])
            writes = self._tables.tables_named(target[1], uses[0].namespace) if target else set()
            known = GatheredText(str(place), tuple(uses), reads - writes, frozenset(writes))
            self._known[place] = known
        return known
