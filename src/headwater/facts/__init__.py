"""From one OpenLineage event to the facts it states; pure Python that runs inside Spark tasks."""

from headwater.facts.extract import facts_of
from headwater.facts.fact import Fact

__all__ = ["Fact", "facts_of"]
