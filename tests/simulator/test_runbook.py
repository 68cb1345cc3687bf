"""The runbook: which steps, in which order, with which SQL, verified and taken back how."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.simulator.proposals import ChangeType, ProposedChange
from headwater.simulator.runbook import (
    AffectedReader,
    ChangedText,
    RunbookFacts,
    RunbookStep,
    earliest_drop,
    runbook,
)
from headwater.simulator.schema_changes import apply
from headwater.sql.schemas import ColumnSchema, TableSchema

TABLE = TableSchema("shop.orders", (ColumnSchema("id", "int"), ColumnSchema("amount", "int")))
READ = datetime(2026, 4, 18, tzinfo=UTC)
TODAY = date(2026, 4, 20)
DROP = ProposedChange(ChangeType.DROP_COLUMN, "shop.orders", "amount")
RENAME = ProposedChange(ChangeType.RENAME_COLUMN, "shop.orders", "amount", new_name="total")
RETYPE = ProposedChange(ChangeType.CHANGE_TYPE, "shop.orders", "amount", new_type="bigint")
NOT_NULL = ProposedChange(ChangeType.CHANGE_NULLABLE, "shop.orders", "amount", nullable=False)
NULLS = ProposedChange(ChangeType.CHANGE_NULLABLE, "shop.orders", "amount", nullable=True)
ADD = ProposedChange(ChangeType.ADD_COLUMN, "shop.orders", "vat", new_type="int")
ORDER = ProposedChange(ChangeType.REORDER_COLUMNS, "shop.orders", order=("amount", "id"))
DROP_TABLE = ProposedChange(ChangeType.DROP_TABLE, "shop.orders")
RENAME_TABLE = ProposedChange(ChangeType.RENAME_TABLE, "shop.orders", new_name="shop.sales")
ALL = (DROP, RENAME, RETYPE, NOT_NULL, NULLS, ADD, ORDER, DROP_TABLE, RENAME_TABLE)


def steps(*changes: ProposedChange, **more: Any) -> tuple[RunbookStep, ...]:
    facts: dict[str, Any] = {
        "asset": "warehouse/shop.orders",
        "changes": changes,
        "breaking": 2,
        "unknown": 0,
        "notify": [AffectedReader("priya", "1 of their texts")],
        "order": ["job:fill", "job:report"],
        "last_read": READ,
        "today": TODAY,
        "types": {"amount": "int"},
    }
    return runbook(RunbookFacts(**facts | more))


def titles(found: tuple[RunbookStep, ...]) -> list[str]:
    return [step.title for step in found]


def test_a_rename_expands_and_contracts() -> None:
    found = steps(RENAME)
    assert titles(found) == [
        "Notify those whose work breaks",
        "Add the new column beside the old one",
        "Write both columns from now on",
        "Backfill the rows that were there",
        "Move the readers from amount to total, in this order",
        "Drop the old column",
        "Watch what depends on it",
    ]
    _, add, _, backfill, move, drop, _ = found
    assert add.sql == ("alter table shop.orders add column total int;",)
    assert backfill.sql == ("update shop.orders set total = amount where total is null;",)
    assert move.details == ("1. job:fill", "2. job:report")
    assert drop.sql[-1] == "alter table shop.orders drop column amount;"
    assert "not before 2026-05-18, 30 days after it was last read on 2026-04-18" in drop.details


def test_a_table_is_renamed_behind_a_view() -> None:
    found = steps(RENAME_TABLE)
    assert found[1].sql[-1] == "create view shop.orders as select * from shop.sales;"
    assert found[3].sql == ("drop view shop.orders;",)


@pytest.mark.parametrize("change", ALL)
def test_every_step_can_be_verified_and_taken_back(change: ProposedChange) -> None:
    for step in steps(change, unknown=3):
        assert step.verify, step.title
        assert step.rollback, step.title
        assert step.details, step.title


@given(st.lists(st.sampled_from(ALL), min_size=1, max_size=1), st.integers(0, 2), st.integers(0, 2))
def test_each_step_can_be_made_where_the_one_before_it_ended(
    changes: list[ProposedChange], breaking: int, unknown: int
) -> None:
    schemas = {"shop.orders": TABLE}
    for step in steps(*changes, breaking=breaking, unknown=unknown):
        assert bool(step.changes) <= bool(step.sql)
        schemas = apply(step.changes, schemas)


def test_what_breaks_nothing_is_made_at_once() -> None:
    assert titles(steps(DROP, breaking=0)) == [
        "Make the change: drop shop.orders.amount",
        "Watch what depends on it",
    ]


def test_loosened_nulls_are_for_readers_and_tightened_ones_for_writers() -> None:
    assert titles(steps(NULLS))[1] == "Move the readers to texts that expect nulls in amount, in this order"
    assert titles(steps(NOT_NULL))[1] == "Fill the nulls that are there"
    assert steps(NULLS)[2].rollback == "alter table shop.orders alter column amount set not null;"


def test_a_model_is_released_after_its_readers_moved() -> None:
    model = ChangedText("job:fill", ["shop.orders.amount means something else"])
    found = steps(DROP, ADD, model=model)
    assert titles(found)[1:-1] == [
        "Release a text that adds the new columns and keeps the old ones",
        "Build the new version beside the old one and compare",
        "Move the readers to what the new version yields, in this order",
        "Release the new text of job:fill",
    ]
    assert not any("alter table" in line for step in found for line in step.sql)
    assert found[-2].releases
    assert "shop.orders.amount means something else" in found[-2].details
    assert titles(steps(model=model, breaking=0))[0] == "Release the new text of job:fill"


@pytest.mark.parametrize(
    ("last", "day"),
    [
        (None, TODAY),
        (READ, date(2026, 5, 18)),
        (datetime(2026, 1, 1, tzinfo=UTC), TODAY),
    ],
)
def test_the_drop_is_safe_a_month_after_the_last_read(last: datetime | None, day: date) -> None:
    assert earliest_drop(last, TODAY) == day
