"""Column lineage of an SQL text: parsed once, every scope walked once, never raising."""

from collections.abc import Sequence

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect

from headwater.sql.answer import Analysis, Dependency, Relation, Written
from headwater.sql.dialects import dialect_of
from headwater.sql.fitting import created
from headwater.sql.limits import Budget, TooMuchError, guard
from headwater.sql.names import Match, Names, dropped_by
from headwater.sql.queries import rows_of
from headwater.sql.reading import read
from headwater.sql.script import Script, Target
from headwater.sql.statements import run
from headwater.sql.world import World

ANALYSER = 1
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
    world = World(Names(inputs, outputs), chosen, dialect or "", budget, rows_of)
    script = Script(world)
    try:
        with guard(budget):
            _analyse(text, script)
    except TooMuchError as error:
        world.problem(str(error))
    except RecursionError:
        world.problem("nested too deep")
    except Exception as error:
        # sqlglot itself stumbles over some texts; whoever asked must still get an answer.
        world.problem(f"not readable: {type(error).__name__}")
    for doubt in world.names.doubts:
        world.problem(doubt)
    written = tuple(draft.written() for draft in script.drafts.values())
    return Analysis(written, tuple(world.problems), tuple(world.unknown))


def _dialect(name: str | None) -> Dialect:
    try:
        return Dialect.get_or_raise(name)
    except ValueError:
        return Dialect.get_or_raise(None)


def _analyse(text: str, script: Script) -> None:
    world = script.world
    statements = read(text, world.dialect, world.budget)
    for problem in statements.problems:
        world.problem(problem)
    # A table that the text makes and drops again is as good as temporary.
    for drop in (one for one in statements.trees if isinstance(one, exp.Drop)):
        script.dropped.update(dropped_by(drop))
    for tree in statements.trees:
        try:
            run(tree, script)
        except RecursionError:
            world.problem("nested too deep")
        except TooMuchError:
            raise
        except Exception as error:
            # A tree of a shape that no rule expects must not cost the other statements their lineage.
            world.problem(f"a {tree.key} of unknown shape: {type(error).__name__}")
    if script.queries and not script.drafts:
        _write_query(script)


def _write_query(script: Script) -> None:
    """The last query of a text that writes nothing fills the run's only output."""
    told = script.world.names.outputs
    if len(told) != 1:
        script.world.problem(f"a query without a target, and the run names {len(told)} outputs")
        return
    target = Target((), Match(told[0].name, True, told[0].columns))
    rows = script.queries[-1]
    script.write(target, created(rows, target, None), rows)
