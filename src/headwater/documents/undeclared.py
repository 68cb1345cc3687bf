"""Which columns hold sensitive data and are not declared so, by the flows that a report lists."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from headwater.answers.base import Node
from headwater.answers.compliance import ClassifiedColumn, ColumnFlow, FlowSource
from headwater.documents.words import count
from headwater.model.classification import LEVELS


@dataclass(frozen=True, slots=True)
class Undeclared:
    """A column, the highest class that arrives there, and the source columns that it arrives from."""

    column: Node
    classification: str
    sources: tuple[str, ...]
    why: str

    def with_other(self, other: "Undeclared") -> "Undeclared":
        # A column without a class ranks below all that have one.
        higher = max(self, other, key=lambda one: LEVELS.get(one.classification, -1))
        return replace(higher, sources=tuple(dict.fromkeys((*self.sources, *other.sources))))


def is_undeclared(flow: ColumnFlow) -> bool:
    """The values arrive as they are, or as personal data, and the column there is not declared so."""
    return flow.undeclared and (flow.effect == "kept" or flow.pii)


def undeclared(sources: Sequence[FlowSource], computed: Iterable[ClassifiedColumn]) -> tuple[Undeclared, ...]:
    """Of the columns in the flows, what the flows say; what was computed for all adds only others."""
    found: dict[str, Undeclared] = {}
    for source in sources:
        for flow in filter(is_undeclared, source.flows.items):
            one = _by_flow(source, flow)
            known = found.get(flow.column.id)
            found[flow.column.id] = known.with_other(one) if known else one
    listed = {flow.column.id for source in sources for flow in source.flows.items}
    by_id = {source.column.id: source for source in sources}
    others = (_by_class(item, by_id) for item in computed if item.column.id not in listed)
    return (*found.values(), *(one for one in others if one))


def _by_flow(source: FlowSource, flow: ColumnFlow) -> Undeclared:
    declared = flow.declared and flow.declared.classification
    said = f"declared {declared}" if declared else "no class declared"
    if flow.pii and not (flow.declared and flow.declared.pii):
        said += ", not declared as personal"
    why = f"{flow.effect} over {count(flow.depth, 'hop')}; {said}"
    return Undeclared(flow.column, flow.classification or "none", (str(source.column),), why)


def _by_class(item: ClassifiedColumn, sources: dict[str, FlowSource]) -> Undeclared | None:
    """One whose class was handed on from a source as it is, or that holds personal data from one."""
    origins = [sources[one.id] for one in (item.inherited_from, item.pii_from) if one and one.id in sources]
    kept = {source.counts_as or source.classification for source in origins}
    if not origins or not (item.effective.pii or item.effective.classification in kept):
        return None
    named = tuple(dict.fromkeys(str(source.column) for source in origins))
    why = f"{item.why or 'inherited'}; not among the flows listed here"
    return Undeclared(item.column, item.effective.classification or "none", named, why)
