"""Outcomes and what they come to."""

import pytest

from headwater.timemachine.backtest import (
    Outcome,
    PastAnswer,
    calibration_error,
    figures,
    outcome_of,
    past_figures,
)
from headwater.timemachine.explanation import ModelName
from headwater.timemachine.generator.incidents import generate


def outcome(seed: int, right: bool, rank: int, probability: float = 0.9, model: str = "default") -> Outcome:
    return Outcome(seed, model, "signal", right, rank, probability, True, False)


def test_figures_are_shares_over_all_and_by_kind() -> None:
    found = figures([outcome(1, True, 1), outcome(2, False, 2), outcome(3, False, 0), outcome(4, True, 1)])
    assert [(one.kind, one.incidents) for one in found] == [("all", 4), ("signal", 4)]
    assert found[0].top_1 == pytest.approx(0.5)
    assert found[0].top_3 == pytest.approx(0.75)
    assert found[0].reciprocal_rank == pytest.approx(2.5 / 4)
    assert found[0].calibration_error == pytest.approx(0.4)


def test_both_models_are_told_apart() -> None:
    found = figures([outcome(1, True, 1), outcome(1, False, 0, model="baseline")])
    assert {(one.model, one.top_1) for one in found} == {("default", 1.0), ("baseline", 0.0)}


def test_an_answer_that_says_what_is_true_has_no_calibration_error() -> None:
    assert calibration_error([0.25] * 4, [True, False, False, False]) == 0
    assert calibration_error([0.95] * 2, [False, False]) == pytest.approx(0.95)


def test_the_default_beats_the_baseline_on_generated_incidents() -> None:
    incidents = [generate(seed) for seed in range(70_000, 70_060)]
    found = figures(outcome_of(one, model) for one in incidents for model in ModelName)
    default, baseline = (next(one for one in found if one.model == model.value) for model in ModelName)
    assert default.top_1 > baseline.top_1 + 0.2
    assert default.named_away == 0


def past(kind: str, probability: float) -> PastAnswer:
    return PastAnswer("wh/daily", "2026-04-20T00:00:00Z", "default", kind, "", probability)


def test_figures_of_the_past_tell_how_often_each_kind_was_named() -> None:
    found = past_figures([past("none", 0.6), past("signal", 0.9), past("signal", 0.8)])
    assert [(one.kind, one.failures) for one in found] == [("all", 3), ("none", 1), ("signal", 2)]
    assert found[2].share == pytest.approx(2 / 3)
    assert found[2].probability == pytest.approx(0.85)
