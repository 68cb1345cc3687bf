"""A row of a query log, and where it stands."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class LogRow:
    place: str
    columns: dict[str, Any] | None
    """By the name of a column in lower case; None for what is no row."""
    fault: str = ""
    """Why it is none."""
    is_cut: bool = False
    """Whether the file ends within it: what is written of it later makes it whole."""
