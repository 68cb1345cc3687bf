"""Names, times and counts as documents and tables say them."""

from datetime import datetime


def short(node_id: str | None) -> str:
    """A node without the word for its kind."""
    return (node_id or "").partition(":")[2]


def moment(at: datetime | None) -> str:
    """To the second: nobody reads more.

    >>> moment(datetime.fromisoformat("2026-04-20T03:05:29.702Z"))
    '2026-04-20T03:05:29Z'
    """
    return at.isoformat(timespec="seconds").replace("+00:00", "Z") if at else ""


def count(number: int, word: str, plural: str | None = None) -> str:
    """
    >>> count(1, "dashboard"), count(2, "dashboard"), count(3, "query", "queries")
    ('1 dashboard', '2 dashboards', '3 queries')
    """
    return f"{number} {word if number == 1 else plural or f'{word}s'}"
