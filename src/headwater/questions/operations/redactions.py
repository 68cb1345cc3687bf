"""How much was cut from events before they were stored."""

from typing import Annotated

from headwater.answers.redactions import Redactions
from headwater.questions.parameters import Moment
from headwater.questions.reading import Reading
from headwater.questions.registry import Parameter, question
from headwater.store.queries import redactions

Since = Annotated[
    Moment | None, Parameter("Cuts since this day, in UTC.", examples=("2026-04-01T00:00:00Z",))
]


@question("/redactions", topic="events")
def list_redactions(reading: Reading, since: Since = None) -> Redactions:
    """How many secrets were cut from events before they were stored, by rule."""
    rules = redactions.by_rule(reading.connection, since.date() if since else None)
    return Redactions(rules, sum(rule.cuts for rule in rules))
