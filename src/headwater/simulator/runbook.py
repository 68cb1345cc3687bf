"""What to do about a change: its steps in order, each with who, which SQL, how to verify, how to go back.

A change that breaks readers is made in two halves, expand and contract: the new beside the old, readers move,
and only then the old goes. Each step that changes a schema can be simulated for itself.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from headwater.documents.words import count
from headwater.simulator.proposals import ChangeType, ProposedChange
from headwater.simulator.runbook_sql import copy_of, ddl, remade, rollback

# A reader that runs once a month is seen once in this time.
QUIET_DAYS = 30
AS_PROPOSED = "the schema of {table} is as proposed: `headwater schema-versions --dataset {table}`"
GONE = (ChangeType.DROP_COLUMN, ChangeType.DROP_TABLE)


@dataclass(frozen=True, slots=True)
class AffectedReader:
    """Somebody who owns or runs what breaks, and how much of it."""

    name: str
    breaks: str


@dataclass(frozen=True, slots=True)
class ChangedText:
    """A model whose text is released instead of statements that change a schema."""

    job: str
    meaning: Sequence[str]
    """What differs beside the schema, in words."""


@dataclass(frozen=True, slots=True)
class RunbookFacts:
    """What a simulation found, as far as the steps need it."""

    asset: str
    changes: Sequence[ProposedChange]
    breaking: int
    """Queries and texts of jobs that will error or change silently."""
    unknown: int
    notify: Sequence[AffectedReader]
    order: Sequence[str]
    """What has to move, each after what it reads."""
    last_read: datetime | None
    types: dict[str, str] = field(default_factory=dict)
    """Of columns, as far as they are known."""
    today: date | None = None
    model: ChangedText | None = None


@dataclass(frozen=True, slots=True)
class RunbookStep:
    title: str
    details: tuple[str, ...]
    sql: tuple[str, ...] = ()
    verify: str = ""
    rollback: str = ""
    changes: tuple[ProposedChange, ...] = ()
    """What the step does to the schema, to be simulated."""
    releases: bool = False
    """The new text of a model goes live, with all that it changes beside the schema."""


def runbook(facts: RunbookFacts) -> tuple[RunbookStep, ...]:
    """In the order in which they are to be done."""
    if not facts.breaking and not facts.unknown:
        return (*_direct(facts), _watch(facts))
    steps = _of_model(facts) if facts.model else _of_changes(facts)
    return (_notify(facts), *(_check_unknown(facts) if facts.unknown else ()), *steps, _watch(facts))


def earliest_drop(last_read: datetime | None, today: date) -> date:
    """When nobody has read it for a month; today if nobody was ever seen to."""
    if last_read is None:
        return today
    return max(today, last_read.date() + timedelta(days=QUIET_DAYS))


def _notify(facts: RunbookFacts) -> RunbookStep:
    lines = tuple(f"{one.name}: {one.breaks}" for one in facts.notify) or ("nobody is named as an owner",)
    return RunbookStep(
        "Notify those whose work breaks",
        lines,
        verify="each of them has accepted: the consumers of this simulation show it",
        rollback="tell them that it does not happen",
    )


def _check_unknown(facts: RunbookFacts) -> Iterator[RunbookStep]:
    says = f"{count(facts.unknown, 'text')} could not be analysed: read before anything is dropped"
    verify = "each is known to be safe, or its owner was notified"
    yield RunbookStep("Look at what could not be analysed", (says,), verify=verify, rollback="none is needed")


def _direct(facts: RunbookFacts) -> Iterator[RunbookStep]:
    why = "nothing that is known breaks"
    if facts.model:
        yield _release(facts, facts.model, why)
        return
    for change in facts.changes:
        yield _change_step(facts, change, f"Make the change: {change.in_words()}", why)


def _of_model(facts: RunbookFacts) -> Iterator[RunbookStep]:
    """A model is its text: what is added comes first, and readers move before anything goes."""
    model = facts.model
    assert model is not None
    added = tuple(change for change in facts.changes if change.type is ChangeType.ADD_COLUMN)
    if added and len(added) < len(facts.changes):
        yield RunbookStep(
            "Release a text that adds the new columns and keeps the old ones",
            tuple(change.in_words() for change in added),
            verify=AS_PROPOSED.format(table=added[0].table),
            rollback=f"release the present text of {model.job} again",
            changes=added,
        )
    table = facts.asset.rpartition("/")[2]
    yield RunbookStep(
        "Build the new version beside the old one and compare",
        (f"run the new text into {table}_new, and look at what differs:", *_differences(facts, model)),
        (f"select count(*) from {table};", f"select count(*) from {table}_new;"),
        verify="the difference is what was intended, and its readers know",
        rollback=f"drop table {table}_new;",
    )
    yield _move_readers(facts, "to what the new version yields")
    yield _release(facts, model, "readers have moved")


def _differences(facts: RunbookFacts, model: ChangedText) -> tuple[str, ...]:
    return (*(change.in_words() for change in facts.changes), *model.meaning)


def _release(facts: RunbookFacts, model: ChangedText, why: str) -> RunbookStep:
    return RunbookStep(
        f"Release the new text of {model.job}",
        (why, *_differences(facts, model)),
        verify="its next run ends well, and a simulation of the same text changes nothing",
        rollback=f"release the present text of {model.job} again, and run it",
        changes=tuple(facts.changes),
        releases=True,
    )


def _of_changes(facts: RunbookFacts) -> Iterator[RunbookStep]:
    for change in facts.changes:
        yield from _expand_and_contract(facts, change)


def _expand_and_contract(facts: RunbookFacts, change: ProposedChange) -> Iterator[RunbookStep]:
    match change.type:
        case ChangeType.RENAME_COLUMN:
            yield from _replace_column(facts, change, change.new_name or "", None)
        case ChangeType.CHANGE_TYPE:
            new = f"{change.target}_new"
            yield from _replace_column(facts, change, new, change.new_type)
            back = ProposedChange(ChangeType.RENAME_COLUMN, change.table, new, new_name=change.target)
            why = f"readers of {new} move with it in one release; or keep the name, and leave this step out"
            yield _change_step(facts, back, "Give the new column the old name", why)
        case ChangeType.DROP_COLUMN | ChangeType.DROP_TABLE:
            yield _move_readers(facts, "away from it")
            yield _change_step(facts, change, "Drop what nobody reads any more")
        case ChangeType.RENAME_TABLE:
            yield from _replace_table(facts, change)
        case ChangeType.CHANGE_NULLABLE if change.nullable is False:
            yield _fill_nulls(change)
            yield _change_step(facts, change, "Forbid nulls")
        case ChangeType.CHANGE_NULLABLE:
            yield _move_readers(facts, f"to texts that expect nulls in {change.target}")
            yield _change_step(facts, change, "Allow nulls")
        case _:
            yield _move_readers(facts, "to columns that they name, instead of `*` and places")
            yield _change_step(facts, change, "Make the change")


def _replace_column(
    facts: RunbookFacts, change: ProposedChange, new: str, type_: str | None
) -> Iterator[RunbookStep]:
    old, kind = change.target or "", type_ or facts.types.get(change.target or "")
    add = ProposedChange(ChangeType.ADD_COLUMN, change.table, new, new_type=kind, nullable=True)
    yield _change_step(facts, add, "Add the new column beside the old one")
    value = f"cast({old} as {type_})" if type_ else old
    yield RunbookStep(
        "Write both columns from now on",
        (f"the writers of {change.table} fill {new} as well as {old}",),
        verify=f"rows written since then have both: select count(*) from {change.table} where {new} is null;",
        rollback=f"writers fill {old} alone again",
    )
    yield RunbookStep(
        "Backfill the rows that were there",
        ("in portions where the table is large",),
        (f"update {change.table} set {new} = {value} where {new} is null;",),
        verify=f"select count(*) from {change.table} where {new} is distinct from {value}; -- 0 rows",
        rollback=f"update {change.table} set {new} = null;",
    )
    yield _move_readers(facts, f"from {old} to {new}")
    drop = ProposedChange(ChangeType.DROP_COLUMN, change.table, old)
    yield _change_step(facts, drop, "Drop the old column")


def _replace_table(facts: RunbookFacts, change: ProposedChange) -> Iterator[RunbookStep]:
    new = change.new_name or ""
    yield RunbookStep(
        "Rename the table, and leave a view under the old name",
        ("readers of the old name go on reading through the view",),
        (
            f"alter table {change.table} rename to {new};",
            f"create view {change.table} as select * from {new};",
        ),
        verify=f"select count(*) from {change.table};",
        rollback=f"drop view {change.table}; alter table {new} rename to {change.table};",
        changes=(ProposedChange(ChangeType.CREATE_TABLE, new),),
    )
    yield _move_readers(facts, f"to {new}")
    yield RunbookStep(
        "Drop the view",
        (_not_before(facts),),
        (f"drop view {change.table};",),
        verify=f"no text names {change.table} any more, and no run fails",
        rollback=f"create view {change.table} as select * from {new};",
        changes=(ProposedChange(ChangeType.DROP_TABLE, change.table),),
    )


def _move_readers(facts: RunbookFacts, where: str) -> RunbookStep:
    lines = tuple(f"{place}. {name}" for place, name in enumerate(facts.order, 1))
    return RunbookStep(
        f"Move the readers {where}, in this order",
        lines or ("no job or view reads it; queries of people are those of the people above",),
        verify=f"no query has read it for {QUIET_DAYS} days: `headwater column-usage`",
        rollback="readers go back to what they read before",
    )


def _fill_nulls(change: ProposedChange) -> RunbookStep:
    return RunbookStep(
        "Fill the nulls that are there",
        ("a value has to be agreed on with the owners",),
        (
            copy_of(change.table),
            f"update {change.table} set {change.target} = … where {change.target} is null;",
        ),
        verify=f"select count(*) from {change.table} where {change.target} is null; -- 0",
        rollback=f"set {change.target} back to null in the rows in which the copy has null",
    )


def _not_before(facts: RunbookFacts) -> str:
    """From what was seen of its readers."""
    if facts.last_read is None:
        return "nobody was seen to read it" + (f": from {facts.today} on" if facts.today else "")
    when = earliest_drop(facts.last_read, facts.today or facts.last_read.date())
    return f"not before {when}, {QUIET_DAYS} days after it was last read on {facts.last_read.date()}"


def _change_step(facts: RunbookFacts, change: ProposedChange, title: str, why: str = "") -> RunbookStep:
    gone = change.type in GONE
    lines = (change.in_words(), why, _not_before(facts) if gone else "")
    kept = (copy_of(change.table),) if change.type is ChangeType.DROP_COLUMN else ()
    statements = ddl(change)
    if change.type is ChangeType.REORDER_COLUMNS:
        statements = remade(change)
    return RunbookStep(
        title,
        tuple(line for line in lines if line),
        (*kept, *statements),
        verify=AS_PROPOSED.format(table=change.table),
        rollback=rollback(change, facts.types),
        changes=(change,),
    )


def _watch(facts: RunbookFacts) -> RunbookStep:
    says = f"runs and tests downstream of {facts.asset}, for one cycle of its slowest reader"
    return RunbookStep(
        "Watch what depends on it",
        (says,),
        verify="no run fails, no test fails",
        rollback="take the steps back, the last one first",
    )
