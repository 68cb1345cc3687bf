"""How often texts ran, from how often their tables were used, which is what OpenMetadata counts by day.

The uses of a table on a day are spread evenly over the texts that are known to read it. A text that reads
several tables ran no more often than the least used of them allows, so that no table gets more uses than
OpenMetadata counted.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import Any, NamedTuple

from headwater.connectors.openmetadata.names import split_name
from headwater.connectors.openmetadata.times import moment

# As far back as OpenMetadata keeps them.
USAGE_DAYS = 30


class QueryOfUser(NamedTuple):
    """A text, one of those who ask it, and the tables that it reads by their full names."""

    sql: str
    user: str | None
    tables: tuple[str, ...]
    last: str
    """The day of the run that OpenMetadata keeps with the text, which is sent by itself."""

    def place(self) -> tuple[str, str] | None:
        """Database and schema of the first table, for names that say neither."""
        parts = next((one for one in map(split_name, self.tables) if len(one) == 4), None)
        return (parts[1], parts[2]) if parts else None


def texts_of(query: Mapping[str, Any]) -> Iterator[QueryOfUser]:
    """Once for each user, or once where none is known."""
    at = moment(query.get("queryDate")) or moment(query.get("updatedAt"))
    if not isinstance(query.get("query"), str) or at is None:
        return
    named = [str(one["name"]) for one in _objects(query.get("users")) if one.get("name")]
    others = [one for one in query.get("usedBy") or () if isinstance(one, str)]
    read = [one.get("fullyQualifiedName") for one in _objects(query.get("queryUsedIn"))]
    tables = tuple(dict.fromkeys(one for one in read if isinstance(one, str)))
    users: list[str | None] = [*(named or others)]
    for user in dict.fromkeys(users or [None]):
        yield QueryOfUser(query["query"], user, tables, at)


class TableUses:
    """Collects what the catalog lists, and says at the end how often each text ran on each day."""

    def __init__(self, today: date) -> None:
        self._today = today
        self._days: dict[str, dict[str, int]] = {}
        self._texts: list[QueryOfUser] = []

    def add_days(self, table: Mapping[str, Any], answer: Any) -> None:
        listed = _objects(answer.get("usage")) if isinstance(answer, dict) else []
        counted = {str(one.get("date")): _count(one) for one in listed}
        first = (self._today - timedelta(days=USAGE_DAYS)).isoformat()
        # Today is not over, and would be counted before it is whole.
        days = {
            day: count for day, count in counted.items() if count and first <= day < self._today.isoformat()
        }
        if days:
            self._days[str(table.get("fullyQualifiedName"))] = days

    def add_text(self, query: Mapping[str, Any]) -> None:
        self._texts += [text for text in texts_of(query) if any(one in self._days for one in text.tables)]

    def by_day(self) -> Iterator[tuple[str, str, list[tuple[QueryOfUser, int]]]]:
        """By service, oldest day first; only texts that ran."""
        services: dict[str, list[QueryOfUser]] = defaultdict(list)
        for text in sorted(self._texts, key=lambda one: (one.sql, one.user or "")):
            services[split_name(text.tables[0])[0]].append(text)
        for service, texts in sorted(services.items()):
            counted = {day for text in texts for table in text.tables for day in self._days.get(table, ())}
            for day in sorted(counted):
                if shares := list(self._shares(texts, day)):
                    yield service, day, shares

    def _shares(self, texts: list[QueryOfUser], day: str) -> Iterator[tuple[QueryOfUser, int]]:
        readers: dict[str, int] = defaultdict(int)
        places = []
        for text in texts:
            known = [table for table in text.tables if table in self._days]
            places.append([(table, readers[table]) for table in known])
            for table in known:
                readers[table] += 1
        turn = date.fromisoformat(day).toordinal()
        for text, known_places in zip(texts, places, strict=True):
            count = min(
                _share(self._days[table].get(day, 0), place + turn, readers[table])
                for table, place in known_places
            )
            rest = count - text.last.startswith(day)
            if rest > 0:
                yield text, rest


def _share(count: int, place: int, readers: int) -> int:
    """What one of several gets of a count; what can't be divided goes to others every day.

    >>> [_share(7, place, 3) for place in range(3)]
    [3, 2, 2]
    """
    return count // readers + (place % readers < count % readers)


def _count(day: Mapping[str, Any]) -> int:
    stats = day.get("dailyStats")
    count = stats.get("count") if isinstance(stats, dict) else None
    return count if isinstance(count, int) and not isinstance(count, bool) and 0 < count < 10**9 else 0


def _objects(value: Any) -> list[Mapping[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
