"""`create … as select` and `alter view … as select` with options that sqlglot does not know."""

import re

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect
from sqlglot.errors import ErrorLevel, SqlglotError

from headwater.sql.token_changes import changed_tokens

QUERY = r"(?P<query>\(*\s*(?:select|with|pivot|unpivot)\b.*)"
# Between name and query stand any options; the query begins at the first `as select` or `as with`.
CREATE = re.compile(
    r"create\s(?P<kind>[^()]{0,200}?)\b(?:view|table)\s+(?:if\s+not\s+exists\s+)?(?P<name>[^\s(]+)\s*"
    r"(?P<columns>\([\w\s,\"`\[\]]*\))?.*?\bas\s*" + QUERY,
    re.IGNORECASE | re.DOTALL,
)
# ClickHouse changes what its materialized view selects with `modify query`.
ALTER = re.compile(
    r"alter\s(?P<kind>[^()]{0,200}?)\b(?:view|table)\s+(?:if\s+exists\s+)?(?P<name>[^\s(]+)\s*"
    r"(?P<columns>\([\w\s,\"`\[\]]*\))?.*?\b(?:as|modify\s+query)\s*" + QUERY,
    re.IGNORECASE | re.DOTALL,
)
UPDATE = re.compile(
    r"alter\s+table\s+(?P<name>[^\s(]+)\s+(?:on\s+cluster\s+\S+\s+)?update\s(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
FORMS = {"CREATE": CREATE, "ALTER": ALTER}
# Patterns that look ahead cost more than the length of a text.
MOST_CHARACTERS = 20_000
AFTERWARDS = re.compile(
    r"\swith\s+(?:(?:cascaded\s+|local\s+)?check\s+option|read\s+only|(?:no\s+)?data)\b.*$",
    re.IGNORECASE | re.DOTALL,
)
# DuckDB's statements are queries only inside parentheses, as sqlglot has it.
STATEMENT = re.compile(r"\s*(?:un)?pivot\b", re.IGNORECASE)


def recovered(tree: exp.Expr, dialect: Dialect) -> exp.Expr:
    """The statement that the text of a command holds; the command itself where that can't be read."""
    form = FORMS.get(str(tree.this).upper()) if isinstance(tree, exp.Command) else None
    if form is None:
        return tree
    rest = tree.expression
    text = f"{str(tree.this).lower()} {rest.name if isinstance(rest, exp.Literal) else rest}"
    if len(text) > MOST_CHARACTERS:
        return tree
    found = form.fullmatch(text)
    plain = _as_view(found) if found else _as_update(text)
    if not plain:
        return tree
    try:
        tokens = changed_tokens(dialect.tokenize(plain), plain, dialect)
        trees = dialect.parser(error_level=ErrorLevel.IMMEDIATE).parse(tokens, plain)
    except SqlglotError:
        return tree
    return trees[0] if len(trees) == 1 and isinstance(trees[0], (exp.Create, exp.Update)) else tree


def _as_view(found: re.Match[str]) -> str:
    temporary = "temporary" if re.search(r"\btemp", found["kind"], re.IGNORECASE) else ""
    query = AFTERWARDS.sub("", found["query"])
    if STATEMENT.match(query):
        query = f"select * from ({query})"
    return f"create {temporary} view {found['name']} {found['columns'] or ''} as {query}"


def _as_update(text: str) -> str:
    """ClickHouse's `alter table t update a = b where …`."""
    found = UPDATE.fullmatch(text)
    return f"update {found['name']} set {found['rest']}" if found else ""
