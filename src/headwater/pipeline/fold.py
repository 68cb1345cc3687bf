"""Facts of one kind and key become one row: first seen, last seen, and the latest word."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as F  # noqa: N812 (the name every PySpark reader knows)

from headwater.pipeline.facts import Fact

IDENTITY = ("kind", "key")
WORD = tuple(name for name in Fact._fields if name not in IDENTITY)


def fold(facts: DataFrame) -> DataFrame:
    """The merge that commutes: any order and any repetition of facts folds to the same rows."""
    # Two facts of one event and key tie on time and event; the value decides, so that order does not.
    stamp = F.struct("at", "event", "value")
    folded = facts.groupBy(*IDENTITY).agg(
        F.min("at").alias("first_at"),
        F.max("at").alias("last_at"),
        F.min_by("event", stamp).alias("first_event"),
        F.max_by("event", stamp).alias("last_event"),
        F.max_by(F.struct(*WORD), stamp).alias("latest"),
    )
    return folded.select(
        *IDENTITY,
        *(F.col(f"latest.{name}").alias(name) for name in WORD),
        "first_at",
        "last_at",
        "first_event",
        "last_event",
    )
