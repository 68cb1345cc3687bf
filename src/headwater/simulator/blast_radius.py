"""How far a change reaches, as one number from 0 to 100, by the formula of the BreakSight document."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

# Tier 1 is what the business stands on. `none` is worth more than the lowest tier: nobody looked at it yet.
TIER_WEIGHTS = {"1": 1.0, "2": 0.8, "3": 0.6, "4": 0.4, "5": 0.2}
WITHOUT_TIER = 0.3
# Names that teams give to tiers instead of numbers.
TIER_NAMES = {"gold": "1", "critical": "1", "silver": "2", "bronze": "3"}
WEIGHTS = {"tier": 0.35, "usage": 0.30, "count": 0.20, "activity": 0.15}
# Whose runs count as usage, and how recently a downstream asset was queried to count as active.
WINDOW, ACTIVE_WINDOW = timedelta(days=30), timedelta(days=7)
# So many runs in the window are as many as can count: log10(1 + runs) / 5.
USAGE_DECADES = 5
# So many downstream assets are as many as can count.
MOST_ASSETS = 20
SEVERITIES = ((80, "CRITICAL"), (60, "HIGH"), (30, "MEDIUM"), (0, "LOW"))


@dataclass(frozen=True, slots=True)
class BlastRadius:
    """Each part from 0 to 1; `final_score` is their weighted sum, times 100."""

    tier_score: float
    usage_score: float
    count_score: float
    activity: float
    final_score: float

    @property
    def impact_score(self) -> int:
        return round(self.final_score)

    @property
    def severity(self) -> str:
        return next(name for least, name in SEVERITIES if self.final_score >= least)


def tier_weight(tier: str | None) -> float:
    """
    >>> [tier_weight(tier) for tier in ("Tier1", "Tier.Tier2", "gold", "5", None, "unheard of")]
    [1.0, 0.8, 1.0, 0.2, 0.3, 0.3]
    """
    word = (tier or "").strip().lower()
    digits = "".join(letter for letter in word if letter.isdigit())
    return TIER_WEIGHTS.get(TIER_NAMES.get(word, digits[-1:]), WITHOUT_TIER)


def blast_radius(tiers: Iterable[str | None], runs: int, active: int) -> BlastRadius:
    """`tiers` are those of all downstream assets, `active` how many of these people queried lately.

    >>> blast_radius(["Tier1", *[None] * 11], 3980, 4).final_score
    73.6
    """
    weights = [tier_weight(tier) for tier in tiers]
    parts = {
        "tier": max(weights, default=0.0),
        "usage": min(1.0, math.log10(1 + max(0, runs)) / USAGE_DECADES),
        "count": min(1.0, len(weights) / MOST_ASSETS),
        "activity": active / len(weights) if weights else 0.0,
    }
    score = 100 * sum(WEIGHTS[name] * part for name, part in parts.items())
    rounded = {name: round(part, 4) for name, part in parts.items()}
    return BlastRadius(
        rounded["tier"], rounded["usage"], rounded["count"], rounded["activity"], round(score, 2)
    )
