"""Schema changes as answers show them, the worst of them, and the columns of a schema with their parts."""

from collections.abc import Iterator, Sequence

from headwater.answers.change import Evidence, SchemaChange
from headwater.simulator.schema_diff import Change, Field, Verdict

# Structures come as producers sent them: a very deep one must not exhaust the stack.
MAX_NESTING = 30
WORST_FIRST = (Verdict.BREAKING, Verdict.RISKY, Verdict.COMPATIBLE)


def schema_change(change: Change) -> SchemaChange:
    return SchemaChange(
        kind=change.kind,
        column=change.column,
        new_name=change.new_name,
        old_type=change.old_type,
        new_type=change.new_type,
        verdict=change.verdict.value,
        reason=change.reason,
        probability=change.probability,
        evidence=tuple(Evidence(one.what, one.weight, one.says) for one in change.evidence),
        how=change.how,
    )


def worst_verdict(changes: Sequence[Change]) -> Verdict:
    found = {change.verdict for change in changes}
    return next((verdict for verdict in WORST_FIRST if verdict in found), Verdict.COMPATIBLE)


def nested_fields(whole: str, parts: object, deeper: int = MAX_NESTING) -> Iterator[Field]:
    """What is nested in a column, under dotted names; with an empty `whole`, the columns of a schema."""
    for part in parts if isinstance(parts, list | tuple) else ():
        if isinstance(part, dict) and isinstance(part.get("name"), str):
            name = f"{whole}.{part['name']}" if whole else part["name"]
            yield Field(name, _text(part.get("type")), _text(part.get("description")))
            if deeper:
                yield from nested_fields(name, part.get("fields"), deeper - 1)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
