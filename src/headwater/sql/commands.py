"""Statements that sqlglot hands over as text: moves of whole tables, harmless ones, else a problem."""

import re

from sqlglot import exp

from headwater.sql import moves
from headwater.sql.parsing import read
from headwater.sql.queries import rows_of
from headwater.sql.script import Script

# Commands that write no rows of a table, as far as columns are concerned.
HARMLESS = {
    "ADD", "ALTER", "ANALYSE", "ANALYZE", "BEGIN", "CHECKPOINT", "CLUSTER", "COMMENT", "DECLARE", "DENY",
    "DESCRIBE", "DROP", "END", "EXPLAIN", "FETCH", "GO", "GRANT", "KILL", "LIST", "LOCK", "LS", "MSCK",
    "OPTIMIZE", "PRAGMA", "PRINT", "PUT", "REFRESH", "REINDEX", "REMOVE", "RESET", "RETURN", "REVOKE", "RM",
    "ROLLBACK", "SAVEPOINT", "SET", "SHOW", "START", "TRUNCATE", "UNCACHE", "UNLOCK", "UNSET", "USE",
    "VACUUM", "COLLECT", "GET", "INSTALL", "UNDROP",
}  # fmt: skip
# What a `create` or `alter` of these says is no query and no copy; what else they say is a problem.
MOVING_WORDS = re.compile(
    r"\b(select|insert|update|delete|merge|replace|clone|copy|call|exec|execute|pivot|unpivot|from)\b",
    re.IGNORECASE,
)
# These run to the end of their line or text, so that a statement may hide in what follows.
OPEN_ENDED = {"BEGIN", "DECLARE", "END", "GO", "PRINT", "RETURN", "SET", "START", "UNSET", "USE"}
QUOTED = re.compile(r"'(?:[^']|'')*'")
STATEMENT_WORDS = re.compile(r"\b(select|insert|update|delete|merge|exec|execute|call)\b", re.IGNORECASE)
UNLOAD = re.compile(
    r"unload\s{0,20}\(\s{0,20}(?:'(?P<query>(?:[^']|'')*)'|\$\$(?P<plain>.*?)\$\$)",
    re.IGNORECASE | re.DOTALL,
)
OR_REPLACE = re.compile(r"create\s{1,20}or\s{1,20}replace\b", re.IGNORECASE)


def command(node: exp.Expr, script: Script) -> None:
    """What the parser does not know comes as a first word and the rest as plain text."""
    expression = node.expression
    rest = expression.name if isinstance(expression, exp.Literal) else expression
    text = f"{node.this} {rest}"
    found = list(moves.moves_in_text(text))
    for move in found:
        moves.apply(move, script)
    if not found and not _unload(text, script) and not _is_harmless(text):
        script.context.problem(f"a statement of kind {(text.split() or [''])[0].upper()[:40]}")


def _is_harmless(text: str) -> bool:
    first = (text.split() or [""])[0].upper()
    if first in ("CREATE", "ALTER"):
        replaces = OR_REPLACE.match(text)
        return MOVING_WORDS.search(text, replaces.end() if replaces else 0) is None
    if first in OPEN_ENDED and STATEMENT_WORDS.search(QUOTED.sub("", text)):
        return False
    return not first or first in HARMLESS


def unloaded_query(text: str) -> str | None:
    found = UNLOAD.match(text)
    return (found["plain"] or (found["query"] or "").replace("''", "'")) if found else None


def _unload(text: str, script: Script) -> bool:
    """Redshift's `unload ('select …') to 's3://…'`: rows for the run's only output."""
    query = unloaded_query(text)
    if query is None:
        return False
    inner = read(query, script.context.dialect, script.context.budget)
    for problem in inner.problems:
        script.context.problem(problem)
    for tree in inner.trees:
        script.export(rows_of(tree, script.scope()))
    return True
