"""Who asks: the holder of a key, or, where no key is needed, whoever reaches the server."""

from contextvars import ContextVar
from dataclasses import dataclass

from headwater.access.scopes import AccessScope


@dataclass(frozen=True, slots=True)
class Caller:
    """`key_id` is None where no key was needed, `teams` where everybody's data may be seen."""

    name: str
    scopes: frozenset[AccessScope]
    key_id: str | None = None
    teams: frozenset[str] | None = None
    changes: bool = False
    """Whether this request changes something: what was given to a team is for it to see, not to change."""


ANYONE = Caller("", frozenset({AccessScope.ADMIN}))
"""On a server that asks for no keys."""

current_caller: ContextVar[Caller] = ContextVar("current_caller", default=ANYONE)
"""Set at the front door for each request; threads that answer it see it as well."""
