"""Replay: quarantined events read again, by today's rules."""

from collections.abc import Sequence
from dataclasses import dataclass

from psycopg import Connection
from pyspark.sql import SparkSession

from headwater.log.reader import read_chosen
from headwater.pipeline.batch import Pipeline
from headwater.store.publish import Publisher

LEFT = "select count(distinct event_id) from quarantine where event_id = any(%s)"


@dataclass(frozen=True, slots=True)
class Replayed:
    events: int
    still_quarantined: int


def replay(
    spark: SparkSession, connection: Connection, publisher: Publisher, event_ids: Sequence[str]
) -> Replayed:
    """Publish these events again; what still can't be read returns to quarantine."""
    with connection.transaction():
        events = read_chosen(connection, event_ids)
        connection.execute("delete from quarantine where event_id = any(%s)", [list(event_ids)])
        if events.num_rows:
            Pipeline(publisher, connection).process(spark.createDataFrame(events), advance=False)
        left = connection.execute(LEFT, [list(event_ids)]).fetchone()
    return Replayed(events.num_rows, left[0] if left else 0)
