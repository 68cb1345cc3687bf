"""`create … as select` with options that sqlglot does not know: read without them."""

import re

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect
from sqlglot.errors import ErrorLevel, SqlglotError

# Between name and query stand any options; the query begins at the first `as select` or `as with`.
CREATE = re.compile(
    r"create\s(?P<kind>[^()]{0,200}?)\b(?:view|table)\s+(?:if\s+not\s+exists\s+)?(?P<name>[^\s(]+)\s*"
    r"(?P<columns>\([\w\s,\"`\[\]]*\))?.*?\bas\s*(?P<query>\(*\s*(?:select|with)\b.*)",
    re.IGNORECASE | re.DOTALL,
)
# Patterns that look ahead cost more than the length of a text.
MOST_CHARACTERS = 20_000
AFTERWARDS = re.compile(
    r"\swith\s+(?:(?:cascaded\s+|local\s+)?check\s+option|read\s+only|(?:no\s+)?data)\b.*$",
    re.IGNORECASE | re.DOTALL,
)


def recovered(tree: exp.Expr, dialect: Dialect) -> exp.Expr:
    """The statement that the text of a command holds; the command itself where that can't be read."""
    if not isinstance(tree, exp.Command) or str(tree.this).upper() != "CREATE":
        return tree
    rest = tree.expression
    text = f"create {rest.name if isinstance(rest, exp.Literal) else rest}"
    found = CREATE.fullmatch(text) if len(text) <= MOST_CHARACTERS else None
    if not found:
        return tree
    temporary = "temporary" if re.search(r"\btemp", found["kind"], re.IGNORECASE) else ""
    query = AFTERWARDS.sub("", found["query"])
    plain = f"create {temporary} view {found['name']} {found['columns'] or ''} as {query}"
    try:
        trees = dialect.parser(error_level=ErrorLevel.IMMEDIATE).parse(dialect.tokenize(plain), plain)
    except SqlglotError:
        return tree
    return trees[0] if len(trees) == 1 and isinstance(trees[0], exp.Create) else tree
