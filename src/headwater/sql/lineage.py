"""Column lineage of an SQL text: parsed once, every scope walked once, never raising."""

from collections.abc import Sequence
from functools import partial

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect
from sqlglot.dialects.oracle import Oracle
from sqlglot.dialects.tsql import TSQL

from headwater.sql.analysis import Analysis, Relation, Written
from headwater.sql.changes_in_queries import changed_in_query
from headwater.sql.context import Context
from headwater.sql.dependencies import Dependency
from headwater.sql.dialects import dialect_of
from headwater.sql.leftovers import leftovers
from headwater.sql.limits import Budget, TooMuchError, guard
from headwater.sql.parsing import read
from headwater.sql.queries import rows_of
from headwater.sql.script import Script, Target
from headwater.sql.statements import run
from headwater.sql.table_names import Match, Names, dropped_by
from headwater.sql.target_columns import created

ANALYSER = 11
"""Goes up when the same text gives another answer."""

__all__ = ["ANALYSER", "Analysis", "Dependency", "Relation", "Written", "analyse", "dialect_of"]


def analyse(
    text: str,
    *,
    dialect: str | None,
    inputs: Sequence[Relation],
    outputs: Sequence[Relation],
    seconds: float = 2.0,
) -> Analysis:
    """What each relation that the text writes gets, from which columns, and what could not be read.

    >>> orders = Relation("shop.orders", ("id", "amount"))
    >>> found = analyse("insert into t (total) select sum(amount) from orders",
    ...                 dialect=None, inputs=[orders], outputs=[Relation("shop.t")])
    >>> one = found.written[0].columns["total"][0]
    >>> one.relation, one.column, one.subtype
    ('shop.orders', 'amount', 'AGGREGATION')
    """
    budget = Budget(seconds)
    chosen = _dialect(dialect)
    context = Context(Names(inputs, outputs), chosen, dialect or "", budget, rows_of)
    script = Script(context)
    context.change = partial(changed_in_query, script)
    try:
        with guard(budget):
            _analyse(text, script)
    except TooMuchError as error:
        context.problem(str(error))
    except RecursionError:
        context.problem("nested too deep")
    except Exception as error:
        # sqlglot itself stumbles over some texts; whoever asked must still get an answer.
        context.problem(f"not readable: {type(error).__name__}")
    for doubt in context.names.doubts:
        context.problem(doubt)
    written = tuple(draft.written() for draft in script.drafts.values())
    return Analysis(written, tuple(context.problems), tuple(context.unknown))


def _dialect(name: str | None) -> Dialect:
    try:
        return Dialect.get_or_raise(name)
    except ValueError:
        return Dialect.get_or_raise(None)


def _analyse(text: str, script: Script) -> None:
    context = script.context
    statements = read(text, context.dialect, context.budget)
    for problem in statements.problems:
        context.problem(problem)
    # A table that the text makes and drops again is as good as temporary.
    for drop in (one for one in statements.trees if isinstance(one, exp.Drop)):
        script.dropped.update(dropped_by(drop))
    # Only T-SQL makes a table of what a procedure selects into, and Oracle never does.
    in_procedure = statements.procedural and not isinstance(context.dialect, TSQL)
    script.into_variables = in_procedure or isinstance(context.dialect, Oracle)
    for tree in statements.trees:
        _run(tree, script)
    if script.exports > 1 or (script.exports and script.drafts):
        context.problem(f"{script.exports} exports, and the text does not say to which output each goes")
    elif script.queries and not script.drafts:
        _write_query(script)


def _run(tree: exp.Expr, script: Script) -> None:
    context = script.context
    try:
        run(tree, script)
        for words in leftovers(tree, context.visited):
            context.problem(words)
    except RecursionError:
        context.problem("nested too deep")
    except TooMuchError:
        raise
    except Exception as error:
        # A tree of a shape that no rule expects must not cost the other statements their lineage.
        context.problem(f"a {tree.key} of unknown shape: {type(error).__name__}")


def _write_query(script: Script) -> None:
    """The last query of a text that writes nothing fills the run's only output."""
    outputs = script.context.names.outputs
    if len(outputs) != 1:
        script.context.problem(f"a query without a target, and the run names {len(outputs)} outputs")
        return
    target = Target((), Match(outputs[0].name, True, outputs[0].columns))
    rows = script.queries[-1]
    script.write(target, created(rows, target, None, script.context), rows)
