"""The version of the rules by which events become what is served."""

from typing import NamedTuple

from headwater.sql.lineage import ANALYSER

RULES = 10
"""Goes up whenever code changes what the same events come to mean: their facts, or how facts are merged.

A store that was made by a smaller version is rebuilt from the log at the next start.
`tests/store/test_rules.py` fails for a change that forgets it.
"""


class RulesVersion(NamedTuple):
    """Of the rules for events, and of those for SQL texts."""

    events: int
    sql: int

    def is_older_than(self, other: "RulesVersion") -> bool:
        """
        >>> RulesVersion(1, 2).is_older_than(RulesVersion(2, 2)), CURRENT.is_older_than(CURRENT)
        (True, False)
        """
        return any(mine < theirs for mine, theirs in zip(self, other, strict=True))

    def __str__(self) -> str:
        return f"{self.events}.{self.sql}"


CURRENT = RulesVersion(RULES, ANALYSER)
