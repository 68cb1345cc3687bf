"""From one OpenLineage event to the facts it states; pure Python that runs inside Spark tasks."""

from headwater.pipeline.facts.extract import facts_of
from headwater.pipeline.facts.fact import Fact

__all__ = ["Fact", "facts_of"]
