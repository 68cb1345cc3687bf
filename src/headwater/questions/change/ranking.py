"""What is affected, in the order in which people should look: certain first, then critical, then near."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from headwater.graph.affected import AffectedAssets
from headwater.questions.change.affected_items import Places
from headwater.store.queries.paging import Number, decode, encode

# Names of tiers that companies use instead of numbers.
NAMED = {
    **dict.fromkeys(("critical", "platinum", "gold"), 1),
    **dict.fromkeys(("high", "silver"), 2),
    **dict.fromkeys(("medium", "bronze"), 3),
    "low": 4,
}
LAST_NUMBERED = 9
UNKNOWN_TIER, NO_TIER = 10, 11
NODE_BITS, MOST_RANK = 2**32 - 1, 2**31 - 1


class RankCursor(NamedTuple):
    """The last asset shown: certainty, tier and depth as one number, and its node."""

    rank: Number
    node: Number


def tier_rank(tier: str) -> int:
    """
    >>> tier_rank("1"), tier_rank("Gold"), tier_rank("3"), tier_rank("own")
    (1, 1, 3, 10)
    """
    if tier.isascii() and tier.isdecimal():
        return min(int(tier[:3]), LAST_NUMBERED)
    return NAMED.get(tier.lower(), UNKNOWN_TIER)


def ranked_places(assets: AffectedAssets, tiers: Mapping[int, str], cursor: str | None, limit: int) -> Places:
    """A page of assets in that order; `tiers` are those of assets that have one."""
    after = decode(cursor, RankCursor)
    ranks = np.full(len(assets), NO_TIER, np.int64)
    if tiers:
        numbers = np.array(sorted(tiers), np.int64)
        of_number = np.array([tier_rank(tiers[number]) for number in numbers.tolist()], np.int64)
        place = np.searchsorted(numbers, assets.nodes)
        has = (place < len(numbers)) & (numbers[np.minimum(place, len(numbers) - 1)] == assets.nodes)
        ranks[has] = of_number[place[has]]
    # All in one number, so that the cursor's place is a binary search.
    keys = (~assets.known).astype(np.int64) << 60 | ranks << 56
    keys |= assets.depth.astype(np.int64) << 32 | assets.nodes.astype(np.int64)
    order = np.argsort(keys, kind="stable")
    first = 0 if after is None else int(np.searchsorted(keys[order], _key(*after), side="right"))
    shown = order[first : first + limit]
    if first + limit >= len(keys) or not len(shown):
        return Places(shown, None)
    last = int(keys[shown[-1]])
    return Places(shown, encode(last >> 32, last & NODE_BITS))


def _key(rank: int, node: int) -> int:
    """Whatever a cursor holds, as a number that can be compared with the keys."""
    return min(max(rank, 0), MOST_RANK) << 32 | min(max(node, 0), NODE_BITS)
