"""What no engine gets to see: functions that reach outside, and constants that grow while they are bound.

A binder computes constants, so that `repeat('x', 3000000000)` takes gigabytes and minutes although nothing
is run. Functions of constants are therefore let through only if their value is not longer than what they
are given. A name that stands for a constant is a constant too.
"""

from sqlglot import exp

from headwater.simulator.sqlglot_judge import OVER_BUDGET
from headwater.sql.binding.binding import Binding

MOST_CHARACTERS = 64 * 1024
MOST_COLUMNS = 2_000
# Each could double a text: `select 'xx' as a, a || a as b, b || b as c, …`.
MOST_CONSTANT_NAMES = 10

# By sqlglot's key, or by name where it has no class of its own.
SHORT_VALUES = """
abs all and any anonymousaggfunc anyvalue array case cast ceil coalesce columns concat currentdate
currentdatetime currenttime currenttimestamp currentuser date dateadd datediff datefromparts datestrtodate
datesub datetime datetimeadd datetimesub datetrunc day dayofmonth dayofweek dayofyear exists extract floor
greatest hour if interval lastday least left length ln log lower make_date make_timestamp minute mod month
not now nullif or paren pow quarter rand right round second sign sqrt strtodate strtotime struct substring
timestampadd timestampdiff timestampfromparts timestampsub timestamptrunc timetostr to_date to_timestamp
trim trycast tsordsadd tsordsdiff tsordstodate tsordstotimestamp tuple unixtotime upper week xor year
"""
SHORT = frozenset(SHORT_VALUES.split())
TABLE_FUNCTIONS = frozenset({"unnest", "generateseries", "explode", "explodeouter", "posexplode", "values"})
OWN_NAMES = (exp.Lambda, exp.Comprehension)


def refusal(tree: exp.Expr, binding: Binding, *, constants: bool) -> str | None:
    """Why an engine must not see this statement; None if it may. `constants`: if it would compute them."""
    too_much = next((words for words in binding.problems if any(one in words for one in OVER_BUDGET)), None)
    if too_much is not None:
        return too_much
    if any(len(rows.columns) > MOST_COLUMNS for rows in binding.outputs.values()):
        return f"more than {MOST_COLUMNS:,} columns"
    return _growing(tree, binding) if constants else None


def _growing(tree: exp.Expr, binding: Binding) -> str | None:
    names = 0
    for node in tree.walk():
        if isinstance(node, exp.Column):
            names += not _is_of_table(node, binding)
        elif isinstance(node, exp.Func) and not _may_be_seen(node, binding):
            return f"calls {_name(node)} of constants"
    return f"more than {MOST_CONSTANT_NAMES} names of constants" if names > MOST_CONSTANT_NAMES else None


def outside_call(tree: exp.Expr) -> str | None:
    """A function of another schema, or one that reads from where no table is."""
    for table in tree.find_all(exp.Table):
        function = table.this
        if isinstance(function, exp.Func) and (
            table.args.get("db") or _name(function) not in TABLE_FUNCTIONS
        ):
            return f"reads from the function {_name(function)}"
        if isinstance(function, exp.Literal):
            return "reads from a file"
    for dot in tree.find_all(exp.Dot):
        if isinstance(dot.expression, exp.Func):
            return f"calls the function {_name(dot.expression)} of another schema"
    return None


def _may_be_seen(node: exp.Func, binding: Binding) -> bool:
    name = _name(node)
    if name == "generateseries":
        # As a table it is made row by row; as a value all at once.
        return isinstance(node.parent, (exp.Table, exp.Unnest, exp.Lateral, exp.Explode))
    if name in SHORT or name in TABLE_FUNCTIONS or isinstance(node, exp.AggFunc):
        return True
    given = [child for child in node.iter_expressions() if not isinstance(child, exp.Star)]
    return not given or _names_a_column(node, binding)


def _name(node: exp.Func) -> str:
    return node.name.lower() if isinstance(node, exp.Anonymous) else node.key


def _names_a_column(node: exp.Expr, binding: Binding) -> bool:
    return any(
        _is_of_table(column, binding) and column.find_ancestor(*OWN_NAMES) is None
        for column in node.find_all(exp.Column)
    )


def _is_of_table(column: exp.Column, binding: Binding) -> bool:
    """Whether its value depends on rows; one that nothing is known of is taken for a constant."""
    known = binding.columns.get(id(column))
    for _ in range(MOST_COLUMNS):
        if known is None:
            return False
        if known.origin is not None:
            return True
        inner = known.value.unalias() if known.value is not None else None
        if not isinstance(inner, exp.Column):
            return inner is not None and _depends_on_rows(inner, binding)
        known = binding.columns.get(id(inner))
    return False


def _depends_on_rows(value: exp.Expr, binding: Binding) -> bool:
    if value.find(exp.AggFunc, exp.Window, exp.Query) is not None:
        return True
    bound = (binding.columns.get(id(part)) for part in value.find_all(exp.Column))
    return any(one is not None and one.origin is not None for one in bound)
