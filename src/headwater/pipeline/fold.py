"""Facts of one kind and key become one row: first seen, last seen, and the latest word."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as F  # noqa: N812 (the name every PySpark reader knows)

from headwater.facts import Fact

IDENTITY = ("kind", "key")
WORD = tuple(name for name in Fact._fields if name not in IDENTITY)


def fold(facts: DataFrame) -> DataFrame:
    """The merge that commutes: any order and any repetition of facts folds to the same rows."""
    first = F.struct("first_at", "first_event")
    # Two words in one event tie on time and event; the value decides, so that order does not.
    last = F.struct("last_at", "last_event", F.coalesce("value", F.lit("")))
    folded = facts.groupBy(*IDENTITY).agg(
        F.min(first).alias("first"),
        F.max_by(F.struct(*WORD, "last_at", "last_event"), last).alias("latest"),
    )
    return folded.select(
        *IDENTITY,
        *(F.col(f"latest.{name}").alias(name) for name in WORD),
        "first.first_at",
        "first.first_event",
        "latest.last_at",
        "latest.last_event",
    )
