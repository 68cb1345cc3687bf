"""Streams that begin in a block. Spark tells no listener of their queries, but one of each stream's start."""

from __future__ import annotations

from typing import Any

from headwater_sdk.spark_plan import PlanLineage, read_stream


class StreamWatch:
    """Remembers each stream as it starts, since one that has ended is not to be found any more."""

    def __init__(self, spark: Any) -> None:
        self._spark = spark
        self._started: list[Any] = []
        self._listener: Any = None

    def begin(self) -> None:
        self._listener = _listener(self)
        self._spark.streams.addListener(self._listener)

    def started(self, stream_id: str) -> None:
        """Spark holds no lock while it tells of a start, so the stream may be asked for."""
        self._started.append(self._spark._jsparkSession.streams().get(stream_id))

    def end(self) -> list[PlanLineage]:
        """What the streams read and write, as far as they have begun to."""
        listener, self._listener = self._listener, None
        if listener is not None:
            self._spark.streams.removeListener(listener)
        return [read_stream(stream.streamingQuery()) for stream in self._started]


def _listener(watch: StreamWatch) -> Any:
    from pyspark.sql.streaming.listener import StreamingQueryListener

    class Listener(StreamingQueryListener):
        def onQueryStarted(self, event: Any) -> None:  # noqa: N802 (Spark's word)
            try:
                watch.started(str(event.id))
            except Exception:
                # It is the host's stream that is starting, and it has to.
                return

        def onQueryProgress(self, event: Any) -> None:  # noqa: N802 (Spark's word)
            """Its plan does not change."""

        def onQueryIdle(self, event: Any) -> None:  # noqa: N802 (Spark's word)
            """Its plan does not change."""

        def onQueryTerminated(self, event: Any) -> None:  # noqa: N802 (Spark's word)
            """What it has read and written stays so."""

    return Listener()
