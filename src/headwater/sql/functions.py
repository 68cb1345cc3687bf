"""Which functions aggregate, rank, or hide the value they are given."""

import re

from sqlglot import exp

MASKS_BY_NAME = re.compile(
    r"(md5|sha|hash|hmac|digest|mask|redact|encrypt|tokeni[sz]e)(_\w+|\d+\w*)?|xxhash\w*|\w+_encrypt|hashbytes|"
    r"\w+_hash|sha\d+_\w+|hash_\w+|farm_fingerprint|approx_count_distinct|count_distinct",
    re.IGNORECASE,
)

MASKS: tuple[type[exp.Expr], ...] = (
    exp.MD5,
    exp.MD5Digest,
    exp.MD5NumberLower64,
    exp.MD5NumberUpper64,
    exp.SHA,
    exp.SHA1Digest,
    exp.SHA2,
    exp.SHA2Digest,
    exp.StandardHash,
    exp.CityHash64,
    exp.FarmFingerprint,
    exp.Encrypt,
    exp.EncryptRaw,
    exp.HashAgg,
    exp.Hll,
    exp.Count,
    exp.CountIf,
    exp.ApproxDistinct,
)

# The value is where the row stands, not what it holds.
RANKS = (exp.RowNumber, exp.Rank, exp.DenseRank, exp.PercentRank, exp.CumeDist, exp.Ntile)

# One row's value, taken over unchanged from another place of the window.
NEIGHBOURS = (exp.Lag, exp.Lead, exp.FirstValue, exp.LastValue, exp.NthValue, exp.First, exp.Last)

# Their value is what `within group` orders by.
ORDERED_VALUES = (exp.PercentileCont, exp.PercentileDisc, exp.Mode, exp.Quantile)


def masks(node: exp.Expr) -> bool:
    if isinstance(node, MASKS):
        return True
    named = isinstance(node, (exp.Anonymous, exp.AnonymousAggFunc)) and isinstance(node.this, str)
    return named and MASKS_BY_NAME.fullmatch(node.this) is not None


def aggregates(node: exp.Expr) -> bool:
    return isinstance(node, exp.AggFunc) and not isinstance(node, RANKS)
