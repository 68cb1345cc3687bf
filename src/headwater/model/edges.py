"""How lineage is drawn: kinds of edges, where each came from, and how far it can be trusted."""

from enum import IntEnum, StrEnum


class EdgeKind(IntEnum):
    """The numbers are stored; they equal `graph.ArcKind`."""

    READS = 0
    WRITES = 1
    FEEDS = 2
    COLUMN = 3
    COLUMN_INDIRECT = 4
    COLUMN_TO_DATASET = 5
    JOB_FEEDS = 6


class Origin(StrEnum):
    """Who says so, most precise first."""

    LINEAGE_FACET = "lineage_facet"
    COLUMN_FACET = "column_facet"
    SQL = "sql"
    INPUTS_OUTPUTS = "inputs_outputs"
    DECLARED = "declared"


CONFIDENCE: dict[Origin, float] = {
    Origin.LINEAGE_FACET: 1.0,
    Origin.COLUMN_FACET: 0.95,
    Origin.DECLARED: 0.9,
    Origin.SQL: 0.85,
    Origin.INPUTS_OUTPUTS: 0.7,
}

GUESSED_SQL = 0.6
"""Lineage read from SQL where a schema that would have been needed was not known."""

GUESSED_ORDER = 0.5
"""A job runs after another and names nothing that it reads."""
