"""Fits the model to labelled incidents: weights and priors by likelihood, the calibration by rising steps."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from headwater.timemachine.evidence import LIMITS
from headwater.timemachine.expectations import prior_name
from headwater.timemachine.generator.incidents import LabelledIncident
from headwater.timemachine.ranking import calibrated, is_named, prepared, same_causes
from headwater.timemachine.scoring import TERMS
from headwater.timemachine.weights import Weights

Array = NDArray[np.float64]

START_TERM = 1.0
"""In the noisy-or itself each term counts once."""
PULL_TERMS, PULL_PRIORS = 0.004, 0.0008
"""How strongly the numbers are held where they begin: what the incidents say little about stays as it was."""
MEANT, PULL_MEANT = ("names", "proof", "stayed_healthy", "worked_since", "symptom", "changed_here"), 0.03
"""Terms whose worth follows from what they say are held more strongly than made-up incidents pull."""
LEAST_SAID = 0.01
UNNAMED = 0.92
"""The share of unrecorded causes for which none may be named, with something to spare."""
LEAST_TERM = 0.25
"""No term may turn its meaning around: what speaks for a suspect stays on its side."""


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """One incident in numbers: rows are the suspects that are possible and, last, "nothing recorded"."""

    values: Array
    priors: tuple[str, ...]
    right: NDArray[np.bool_]
    groups: tuple[int, ...]
    """Rows with one number are one cause; "nothing recorded" has none."""
    hidden: bool
    """Nobody recorded the cause."""


def example_of(incident: LabelledIncident) -> Example:
    case, terms = prepared(incident.alert, incident.evidence, incident.lineage, incident.judge, LIMITS)
    kept = np.flatnonzero(terms.possible).tolist()
    names = tuple(prior_name(case.suspects[number]) for number in kept)
    named = [number for number in kept if case.suspects[number].id in incident.truth]
    # Bad observations of one entity are one cause; next to a recorded change they are symptoms of it.
    entities = {case.suspects[number].entity for number in named if number in case.own}
    right = [
        number in named or (number in case.own and case.suspects[number].entity in entities)
        for number in kept
    ]
    same = same_causes(case)
    groups = tuple(same[number] for number in kept)
    # Where the cause has no way to the alert in what was recorded, it counts as not recorded.
    rows = np.array([*right, not any(right)], np.bool_)
    return Example(terms.values[[*kept, -1]], names, rows, groups, not incident.truth)


def fit_weights(examples: Sequence[Example]) -> Weights:
    """Everything: the weights and priors, then the curve, then from where on a cause is named."""
    fitted = fit(examples)
    shares = [_grouped(one, fitted) for one in examples]
    said = [value for found in shares for value, _ in found if value > LEAST_SAID]
    right = [was for found in shares for value, was in found if value > LEAST_SAID]
    fitted = replace(fitted, calibration=isotonic(said, right), none_up_to=0.0)
    return replace(fitted, none_up_to=_threshold(examples, shares, fitted))


def _grouped(one: Example, weights: Weights) -> list[tuple[float, bool]]:
    """The share of each cause, likeliest first, and whether it is the right one."""
    share = one.values @ np.array([weights.terms[name] for name in TERMS])
    share += np.array([*(weights.priors.get(name, 0.0) for name in one.priors), 0.0])
    # Only differences count; without the largest, `exp` can't overflow.
    share = np.exp(share - share.max())
    share /= share.sum()
    found: dict[int, tuple[float, bool]] = {}
    for row, group in enumerate(one.groups):
        value, was = found.get(group, (0.0, False))
        found[group] = (value + float(share[row]), was or bool(one.right[row]))
    return sorted(found.values(), reverse=True)


def _threshold(
    examples: Sequence[Example], shares: Sequence[list[tuple[float, bool]]], weights: Weights
) -> float:
    """The least doubt with the most right answers, of those that leave enough unrecorded causes unnamed."""
    answers = [calibrated([value for value, _ in found], weights) for found in shares]
    tried = []
    for step in range(1, 101):
        most = step / 200
        named = [bool(found) and is_named(found[0], none, most) for found, none in answers]
        right = [
            not is_it if one.hidden else is_it and found[0][1]
            for one, found, is_it in zip(examples, shares, named, strict=True)
        ]
        unnamed = [not is_it for one, is_it in zip(examples, named, strict=True) if one.hidden]
        enough = sum(unnamed) >= UNNAMED * len(unnamed)
        tried.append((enough, sum(right), -most))
    # Compared part by part: first whether enough stay unnamed, then the right answers, then the least doubt.
    return round(-max(tried)[2], 3)


def fit(examples: Sequence[Example]) -> Weights:
    """Weights under which the right rows are likeliest. The same examples give the same numbers."""
    names = sorted({name for one in examples for name in one.priors})
    rows = np.vstack([_design(one, names) for one in examples])
    right = np.concatenate([one.right for one in examples])
    starts = np.cumsum([0, *(len(one.right) for one in examples[:-1])])
    begin = np.array([START_TERM] * len(TERMS) + [0.0] * len(names))
    of_terms = [PULL_MEANT if name in MEANT else PULL_TERMS for name in TERMS]
    pull = np.array([*of_terms, *[PULL_PRIORS] * len(names)])

    def cost(numbers: Array) -> tuple[float, Array]:
        value, slope = _likelihood(rows, right, starts, numbers)
        away = numbers - begin
        return float(away @ (pull * away)) / 2 - value, pull * away - slope

    bounds = [(LEAST_TERM, None)] * len(TERMS) + [(None, None)] * len(names)
    found = minimize(cost, begin, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 500})
    rounded = [round(float(one), 3) for one in found.x]
    terms, priors = rounded[: len(TERMS)], rounded[len(TERMS) :]
    return Weights(
        dict(zip(TERMS, terms, strict=True)), dict(zip(names, priors, strict=True)), (), none_up_to=0.0
    )


def _design(one: Example, names: Sequence[str]) -> Array:
    kinds = np.zeros((len(one.right), len(names)))
    for number, name in enumerate(one.priors):
        kinds[number, names.index(name)] = 1.0
    return np.hstack([one.values, kinds])


def _likelihood(
    rows: Array, right: NDArray[np.bool_], starts: NDArray[np.intp], numbers: Array
) -> tuple[float, Array]:
    """The mean logarithm of the share of the right rows, and its slope; each example begins at a start."""
    counts = np.diff([*starts, len(rows)])
    scores = rows @ numbers
    scores -= np.repeat(np.maximum.reduceat(scores, starts), counts)
    weight = np.exp(scores)
    total = np.add.reduceat(weight, starts)
    # Several rows may be right, as bad observations of one entity are one cause: their shares add up.
    wanted = np.maximum(np.add.reduceat(np.where(right, weight, 0.0), starts), 1e-12)
    pull = np.where(right, weight, 0.0) / np.repeat(wanted, counts) - weight / np.repeat(total, counts)
    return float(np.log(wanted / total).mean()), (pull @ rows) / len(starts)


def isotonic(
    said: Sequence[float], right: Sequence[bool], least: int = 20
) -> tuple[tuple[float, float], ...]:
    """The rising steps that fit best (pool adjacent violators), as points of a curve from (0, 0)."""
    pairs = sorted(zip(said, right, strict=True))
    blocks: list[list[float]] = []  # sum of what was said, how often right, how many
    for one, was in pairs:
        blocks.append([one, float(was), 1.0])
        while len(blocks) > 1 and _too_early(blocks[-2], blocks[-1], least):
            last = blocks.pop()
            blocks[-1] = [old + new for old, new in zip(blocks[-1], last, strict=True)]
    points = [(round(total / count, 4), round(hits / count, 4)) for total, hits, count in blocks]
    curve = [(0.0, 0.0)]
    for point in points:
        if point[0] > curve[-1][0]:
            curve.append(point)
    return tuple(curve)


def _too_early(before: list[float], last: list[float], least: int) -> bool:
    # A step of a handful of cases would be chance: it is joined with the next, even where it rises.
    falling = before[1] / before[2] >= last[1] / last[2]
    return falling or before[2] < least
