"""The rule that one namespace is another, as an event: it holds for datasets that come later as well."""

from datetime import datetime

import msgspec

from headwater.model.events import Event, EventKind, content_id
from headwater.model.times import iso

MAX_NAMESPACE = 500
MAX_PREFIX = 200


def namespace_join_event(namespace: str, same_as: str, prefix: str, at: datetime) -> Event:
    # With its time: a rule that was set aside can be given again.
    document = {"namespace": namespace, "same_as": same_as, "prefix": prefix, "at": iso(at)}
    return Event(
        content_id(document), EventKind.NAMESPACE_JOIN, at, None, msgspec.json.encode(document).decode()
    )
