"""The reader of the rule that one namespace is another."""

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.json import Decoder

from headwater.facts import kinds
from headwater.facts.fact import Fact
from headwater.model.events import LogEntry
from headwater.model.ids import normal_namespace
from headwater.model.namespace_joins import MAX_NAMESPACE, MAX_PREFIX

Namespace = Annotated[str, Meta(min_length=1, max_length=MAX_NAMESPACE)]


class _NamespaceJoin(Struct):
    namespace: Namespace
    same_as: Namespace
    prefix: Annotated[str, Meta(max_length=MAX_PREFIX)] = ""


_decode = Decoder(_NamespaceJoin).decode


def read_namespace_join(entry: LogEntry) -> list[Fact]:
    said = _decode(entry.body)
    return [
        kinds.namespace_join(normal_namespace(said.namespace), normal_namespace(said.same_as), said.prefix)
    ]
