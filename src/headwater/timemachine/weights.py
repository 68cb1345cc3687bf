"""The fitted numbers of the model: a weight for each term, a prior for each kind, and the calibration.

They lie in `weights.json`, which `headwater backtest --fit` writes from generated incidents.
"""

import json
from bisect import bisect_right
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files

from headwater.timemachine.expectations import UNFITTED


@dataclass(frozen=True, slots=True)
class Weights:
    terms: dict[str, float]
    priors: dict[str, float]
    """In logarithms, against a cause that nobody recorded."""
    calibration: tuple[tuple[float, float], ...]
    """Points of a rising curve: what the model says, and how often that was right."""
    none_up_to: float
    """Where it is likelier than this that nothing recorded was the cause, none is named."""
    made_by: str = ""

    def calibrated(self, probability: float) -> float:
        """On the straight line between the points around it."""
        points = self.calibration
        if not points:
            return probability
        place = bisect_right(points, (probability, 2.0))
        if place == 0:
            return points[0][1]
        if place == len(points):
            return points[-1][1]
        (low, below), (high, above) = points[place - 1], points[place]
        return below + (above - below) * (probability - low) / (high - low)

    def prior(self, name: str) -> float:
        return self.priors.get(name, UNFITTED.get(name, 0.0))

    def to_json(self) -> str:
        return json.dumps(asdict(self), indent=1, sort_keys=True) + "\n"


def from_json(text: str) -> Weights:
    held = json.loads(text)
    points = tuple((float(one), float(other)) for one, other in held["calibration"])
    return Weights(held["terms"], held["priors"], points, held["none_up_to"], held["made_by"])


@cache
def default_weights() -> Weights:
    return from_json(files("headwater.timemachine").joinpath("weights.json").read_text())
