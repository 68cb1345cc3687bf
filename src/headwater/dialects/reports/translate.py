"""From signals and test results on the wire to events of the log, about the entity that each names."""

from collections.abc import Callable

import msgspec

from headwater.errors import HeadwaterError
from headwater.model import reports
from headwater.model.events import Event
from headwater.model.ids import NodeKind
from headwater.model.openlineage import decode
from headwater.model.reports import ASSERTION, ReportedEntity, ReportKind

# Each costs a few statements: a batch about more of them can give entities in parts.
MAX_NAMES = 1_000

FindEntity = Callable[[str], ReportedEntity]


class NamedEntities:
    """Looks up each name of a batch once; a name that nobody knows is remembered as well."""

    def __init__(self, find: FindEntity, kind: ReportKind) -> None:
        self._find = find
        self._kind = kind
        self._found: dict[str, ReportedEntity | HeadwaterError] = {}

    def entity(self, name: str) -> ReportedEntity:
        if name not in self._found:
            if len(self._found) == MAX_NAMES:
                raise self._kind.refusal("entity", f"a batch holds at most {MAX_NAMES:,} different names")
            self._found[name] = self._look_up(name)
        found = self._found[name]
        if isinstance(found, HeadwaterError):
            raise found
        return found

    def _look_up(self, name: str) -> ReportedEntity | HeadwaterError:
        try:
            return self._find(name)
        except HeadwaterError as error:
            return error


def to_domain(body: bytes | msgspec.Raw, kind: ReportKind, entities: NamedEntities) -> Event:
    given = reports.check(decode(body)[0], kind)
    entity = reports.whole_entity(given["entity"]) or entities.entity(given["entity"])
    if kind is ASSERTION and entity.kind != NodeKind.DATASET:
        raise kind.refusal("entity", "must be a dataset")
    return reports.to_event(given, entity, kind)
