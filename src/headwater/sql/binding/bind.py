"""From a text to its binding: parsed once, every statement bound, never raising."""

from collections.abc import Sequence

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect

from headwater.sql.binding.binding import Binding
from headwater.sql.binding.queries import rows_of
from headwater.sql.binding.scopes import BindScope
from headwater.sql.binding.statements import bind_statement
from headwater.sql.binding.typing import Typing
from headwater.sql.commands import unloaded_query
from headwater.sql.limits import Budget, TooMuchError, guard
from headwater.sql.parsing import Statements, read
from headwater.sql.schemas import Catalog


def dialect_named(name: str | None) -> Dialect:
    try:
        return Dialect.get_or_raise(name)
    except ValueError:
        return Dialect.get_or_raise(None)


def parse(text: str, dialect: Dialect, budget: Budget) -> Statements:
    """With the place of every name; what cannot be parsed is a problem in words."""
    try:
        with guard(budget):
            return _opened(read(text, dialect, budget, positions=True), text, dialect, budget)
    except TooMuchError as error:
        return Statements((), (str(error),))
    except RecursionError:
        return Statements((), ("nested too deep",))


def _opened(found: Statements, text: str, dialect: Dialect, budget: Budget) -> Statements:
    """Redshift's `unload ('select …') to …` is its query, whose names have no place in the text around."""
    alone = len(found.trees) == 1 and isinstance(found.trees[0], exp.Command)
    query = unloaded_query(text.lstrip()) if alone else None
    return found if query is None else read(query, dialect, budget)


def bind_trees(
    trees: Sequence[exp.Expr],
    *,
    text: str,
    catalog: Catalog,
    dialect: Dialect,
    dialect_name: str,
    budget: Budget,
    typed: bool = False,
) -> Binding:
    types = Typing(dialect, dialect_name) if typed else None
    binding = Binding(text, catalog, dialect, dialect_name, budget, rows_of, bind_statement, types)
    if types is not None:
        types.binding = binding
    for tree in trees:
        try:
            with guard(budget):
                bind_statement(tree, BindScope(binding, {}))
                if types is not None:
                    types.finish(tree)
        except TooMuchError as error:
            binding.problem(str(error))
            break
        except RecursionError:
            binding.problem("nested too deep")
        except Exception as error:
            # sqlglot reads some texts into trees of a shape that no rule expects.
            binding.problem(f"a {tree.key} of unknown shape: {type(error).__name__}")
    return binding
