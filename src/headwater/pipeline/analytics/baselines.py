"""What is normal for each job, and which runs were not: median and MAD, by the hour of the week where known.

The median and the median absolute deviation do not move when a few runs go wrong, which is why they can
be worked out from a history that has such runs in it.
"""

import pyarrow as pa
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812

from headwater.store.baselines import MEASURES

ANY_HOUR = -1
# With fewer runs than this there is no telling what is normal.
LEAST_RUNS = 8
# So many times the usual spread away from the median; of normally distributed runs, two in a billion.
FAR = 6.0
# The MAD of a normal distribution is its standard deviation divided by this.
NORMAL = 1.4826
# And its mean absolute deviation is its standard deviation divided by this.
NORMAL_MEAN = 1.253314
# A job that always takes the same time has no spread; being this part of the median off still is nothing.
LEAST_SPREAD = 0.05
# Nor is a second, a row or a byte more or less, however small the median.
FLOORS = dict.fromkeys(MEASURES, 1.0) | {"throughput": 1e-6}

KEY = ("job_id", "measure")
BASELINE = (*KEY, "hour_of_week", "runs", "median", "mad", "mean_off")
ANOMALY = ("run_id", "measure", "job_id", "at", "value", "median", "mad", "score", "hour_of_week")


def measured(runs: DataFrame) -> DataFrame:
    """One row for each measure of a run that was told."""
    pairs = ", ".join(f"'{name}', {name}" for name in MEASURES)
    stacked = runs.select(
        "job_id",
        "run_id",
        "at",
        "hour_of_week",
        F.expr(f"stack({len(MEASURES)}, {pairs}) as (measure, value)"),
    )
    told = F.col("value").isNotNull() & ~F.isnan("value") & (F.col("value") >= 0)
    return stacked.where(told)


def baselines(values: DataFrame) -> DataFrame:
    """For each job and measure overall, and for each hour of the week that has enough runs."""
    overall = values.withColumn("hour_of_week", F.lit(ANY_HOUR).cast("smallint"))
    return _spread(overall).unionByName(_spread(values)).select(*BASELINE)


def _spread(values: DataFrame) -> DataFrame:
    group = (*KEY, "hour_of_week")
    # Sorted once, as an array: a second pass for the deviations needs no second shuffle.
    grouped = values.groupBy(*group).agg(F.array_sort(F.collect_list("value")).alias("all"))
    enough = grouped.where(F.size("all") >= LEAST_RUNS)
    with_median = enough.withColumn("median", _middle(F.col("all")))
    deviations = F.array_sort(F.transform("all", lambda value: F.abs(value - F.col("median"))))
    with_deviations = with_median.withColumn("off", deviations)
    return with_deviations.select(
        *group,
        F.size("all").alias("runs"),
        "median",
        _middle(F.col("off")).alias("mad"),
        _mean(F.col("off")).alias("mean_off"),
    )


def _middle(ordered: Column) -> Column:
    """The median of a sorted array: its middle, or halfway between the two in the middle."""
    size = F.size(ordered)
    low, high = F.floor((size - 1) / 2).cast("int"), F.floor(size / 2).cast("int")
    return (F.get(ordered, low) + F.get(ordered, high)) / 2


def _mean(array: Column) -> Column:
    return F.aggregate(array, F.lit(0.0), lambda sum_, value: sum_ + value) / F.size(array)


def _usual(measure: Column, median: Column, mad: Column, mean_off: Column) -> Column:
    """How far from the median is nothing to speak of: a standard deviation, and never next to nothing.

    Where more than half of the runs are alike the MAD is zero, and says nothing of the others: their mean
    deviation does.
    """
    spread = F.when(mad > 0, mad * NORMAL).otherwise(mean_off * NORMAL_MEAN)
    floors = F.create_map(*[F.lit(part) for pair in FLOORS.items() for part in pair])
    return F.greatest(spread, F.abs(median) * LEAST_SPREAD, F.element_at(floors, measure))


def anomalies(values: DataFrame, normal: DataFrame) -> DataFrame:
    """Runs that fall outside what is normal at their hour, or overall where that hour has no history."""
    numbers = ("median", "mad", "mean_off")
    any_hour = normal.where(F.col("hour_of_week") == ANY_HOUR).select(*KEY, *numbers)
    this_hour = normal.select(*KEY, "hour_of_week", *(F.col(name).alias(f"hour_{name}") for name in numbers))
    joined = values.join(any_hour, list(KEY), how="inner").join(this_hour, [*KEY, "hour_of_week"], how="left")
    by_hour = F.col("hour_median").isNotNull()
    slot = F.when(by_hour, F.col("hour_of_week")).otherwise(F.lit(ANY_HOUR))
    compared = joined.select(
        *("run_id", "measure", "job_id", "at", "value"),
        *(F.when(by_hour, F.col(f"hour_{name}")).otherwise(F.col(name)).alias(name) for name in numbers),
        slot.cast("smallint").alias("hour_of_week"),
    )
    usual = _usual(F.col("measure"), *(F.col(name) for name in numbers))
    scored = compared.withColumn("score", (F.col("value") - F.col("median")) / usual)
    return scored.where(F.abs("score") > FAR).select(*ANOMALY)


def work_out(spark: SparkSession, runs: pa.Table) -> tuple[pa.Table, pa.Table]:
    """Baselines and anomalies of these runs."""
    values = measured(spark.createDataFrame(runs)).cache()
    try:
        normal = baselines(values).toArrow()
        outside = anomalies(values, spark.createDataFrame(normal)).toArrow()
    finally:
        values.unpersist()
    moments = outside["at"].cast(pa.timestamp("us", tz="UTC"))
    return normal, outside.set_column(outside.schema.get_field_index("at"), "at", moments)
