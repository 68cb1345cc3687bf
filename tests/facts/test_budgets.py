"""Budgets are stated once, and tell what is over them."""

from headwater.facts.budgets import BUDGETS, PartBudget, within, within_stream
from headwater.facts.problem import PartProblem

TWO = PartBudget(2, "letters", "a word")


def test_every_budget_is_listed_once_with_its_part() -> None:
    assert len({budget.part for budget in BUDGETS}) == len(BUDGETS) > 15
    assert all(budget.limit > 0 for budget in BUDGETS)


def test_what_fits_is_taken_whole() -> None:
    assert within("ab", TWO, ".x") == ("ab", ())
    assert within(None, TWO, ".x") == ((), ())
    assert within_stream(iter("ab"), TWO, ".x") == (["a", "b"], ())


def test_what_is_over_is_told_with_its_place() -> None:
    assert within("abc", TWO, ".x") == ("ab", (PartProblem(".x[2:]", "3 letters, where 2 are read"),))
    kept, [problem] = within_stream(iter("abc"), TWO, ".x")
    assert (kept, problem.part) == (["a", "b"], ".x")


def test_a_stream_is_not_made_further_than_the_budget() -> None:
    made = iter(range(1_000_000))
    within_stream(made, TWO, ".x")
    assert next(made) == 3
