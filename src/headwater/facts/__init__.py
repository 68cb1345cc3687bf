"""What an event says: from events to facts, and facts folded. Pure Python, inside Spark's tasks and outside.

`kinds.py` declares every kind of fact, `readers.py` the reader of every kind of event, `fold.py` the merge.
"""

from headwater.facts.fact import Fact
from headwater.facts.readers import read_event

__all__ = ["Fact", "read_event"]
