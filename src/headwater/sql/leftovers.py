"""What a statement names and no rule has looked at: a problem, so that nothing is passed over in silence."""

from collections.abc import Iterator

from sqlglot import exp

# Below these no name brings values or decides rows.
NO_LINEAGE: tuple[type[exp.Expr], ...] = (
    exp.ColumnDef,
    exp.Hint,
    exp.JSONPath,
    exp.DataType,
    exp.Properties,
    exp.Command,
)
MOST_NAMED = 5


def leftovers(tree: exp.Expr, visited: set[int]) -> Iterator[str]:
    """In words, the tables and columns of a tree that are not among the visited nodes."""
    found: dict[str, None] = {}
    for node in tree.find_all(exp.Column, exp.Table):
        # What stands around a name is asked only for the few that are left.
        if id(node) not in visited and node.find_ancestor(*NO_LINEAGE) is None:
            found[_in_words(node)] = None
    yield from list(found)[:MOST_NAMED]


def _in_words(node: exp.Expr) -> str:
    kind = "table" if isinstance(node, exp.Table) else "column"
    clause = node.find_ancestor(*CLAUSES)
    return f"{kind} {node.sql()[:60]} in {clause.key.upper() if clause else 'a statement'} was not read"


CLAUSES: tuple[type[exp.Expr], ...] = (exp.Query, exp.Insert, exp.Create, exp.Merge, exp.Update, exp.Delete)
