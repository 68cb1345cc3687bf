"""Whether a declared transformation hides the column it takes: the SQL engine decides, not words."""

from functools import lru_cache

from sqlglot import exp

from headwater.sql.lineage import Relation, analyse, dialect_of

REMEMBERED = 4096


@lru_cache(maxsize=REMEMBERED)
def hides(text: str, namespace: str, name: str, column: str) -> bool:
    """Whether the text is an SQL expression that lets the column on only hashed or masked.

    >>> hides("sha256(lower(email))", "warehouse", "crm.customers", "email")
    True
    >>> hides("email || md5(email)", "warehouse", "crm.customers", "email")
    False
    >>> hides("copied, not masked (legal needs it)", "warehouse", "crm.customers", "email")
    False
    """
    dialect = dialect_of(None, [namespace])
    # As much of the table's name as SQL has places for: the expression may say `customers.email`.
    table = [part for part in name.split(".") if part][-3:] or ["source"]
    # The parentheses keep all but an expression out; the line break ends a comment in it.
    query = f"insert into target (x) select ({text}\n) from {_quoted(table, dialect)}"
    source = Relation(".".join(table), (column,))
    found = analyse(query, dialect=dialect, inputs=[source], outputs=[Relation("target")])
    ways = [
        way.masking
        for written in found.written
        for way in written.columns.get("x", ())
        if way.column == column and not way.indirect
    ]
    return bool(ways) and all(ways)


def _quoted(table: list[str], dialect: str | None) -> str:
    return ".".join(exp.to_identifier(part, quoted=True).sql(dialect) for part in table)
