"""What a caller may do: a set of scopes. `admin` holds all the others."""

from collections.abc import Iterable
from enum import StrEnum


class AccessScope(StrEnum):
    """What a route requires, and what a key is given."""

    READ = "read"
    """Ask any question."""
    INGEST = "ingest"
    """Send events, queries, signals and test results."""
    SIMULATE = "simulate"
    """Simulate changes, and answer what simulations found."""
    MANAGE = "manage"
    """Change the catalog, pipelines' settings and incidents; replay and remove."""
    ADMIN = "admin"
    """Everything, keys and the audit log included."""


def allows(given: Iterable[AccessScope], required: AccessScope) -> bool:
    """
    >>> allows([AccessScope.READ], AccessScope.INGEST), allows([AccessScope.ADMIN], AccessScope.INGEST)
    (False, True)
    """
    held = frozenset(given)
    return required in held or AccessScope.ADMIN in held
