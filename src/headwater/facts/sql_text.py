"""The SQL that a run carries, without what changes from run to run and says nothing of lineage."""

import re

from headwater.facts import kinds
from headwater.facts.facets import SqlFacet
from headwater.facts.part import KeyScope, Part, PendingFact

# Comments and quoted names are matched as well, so that an apostrophe inside them opens no string.
QUOTED = re.compile(r"--[^\n]*|/\*.*?\*/|'(?:[^']|'')*'|\"[^\"]*\"|`[^`]*`", re.DOTALL)
LISTED = re.compile(r"\bin\s*\(\s*'\?'(?:\s*,\s*'\?')+\s*\)", re.IGNORECASE)
# Escapes and comments that not all databases share; and pivots, where literals become columns.
DELICATE = re.compile(r"\\\\'|#|\bpivot\b|\$\$", re.IGNORECASE)


def sql_text(facet: SqlFacet) -> Part:
    """The text under its own key, and that this run, or this static event, carries it."""
    if not facet.query.strip():
        return Part()
    text = kinds.sql((facet.dialect or "").strip().lower(), without_literals(facet.query))
    return Part((text,), (PendingFact(kinds.run_sql(text.key), KeyScope.RUN_OR_EVENT),))


def without_literals(text: str) -> str:
    """The same query for another day is the same query: strings become `?`, comments go.

    >>> without_literals("select a from t where day = '2026-04-20' and x in ('a', 'b') -- daily")
    "select a from t where day = '?' and x in ('?')"
    """
    if DELICATE.search(text):
        return text.strip()
    return LISTED.sub("in ('?')", QUOTED.sub(_plain, text)).strip()


def _plain(match: re.Match[str]) -> str:
    found = match.group()
    if found.startswith("'"):
        return "'?'"
    return " " if found.startswith(("--", "/*")) else found
