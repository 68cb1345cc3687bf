"""The walk through one expression: a stack, so that a long `or` cannot exhaust the frames."""

from collections.abc import Callable, Iterable, Mapping

from sqlglot import exp

from headwater.sql.dependencies import AS_IS, Dependencies, Dependency, Usage, distinct, through
from headwater.sql.scope import Scope

# The clock costs more than a node.
CHECK_EVERY = 512


class ExpressionWalk:
    """The stack of one walk; what each kind of node does is given."""

    def __init__(self, scope: Scope, expression: exp.Expr) -> None:
        self.scope = scope
        self.found: list[Dependency] = []
        self._expression = expression.this if isinstance(expression, exp.Alias) else expression
        self._description: str | None = None
        self._stack: list[tuple[exp.Expr, Usage]] = []

    def push(self, node: object, usage: Usage) -> None:
        if isinstance(node, exp.Expr):
            self._stack.append((node, usage))

    def push_all(self, nodes: Iterable[object] | None, usage: Usage) -> None:
        for node in nodes or ():
            self.push(node, usage)

    def run(self, steps: "Mapping[type[exp.Expr], Step]", other: "Step") -> Dependencies:
        count = 0
        while self._stack:
            node, usage = self._stack.pop()
            steps.get(type(node), other)(self, node, usage)
            count += 1
            if count % CHECK_EVERY == 0:
                self.scope.context.budget.check()
        return distinct(self.found)

    def take(self, dependencies: Iterable[Dependency], usage: Usage) -> None:
        # By far the most frequent: a column that is taken over as it is.
        if usage == AS_IS:
            self.found.extend(dependencies)
            return
        description = None if usage.indirect else self._described()
        self.found.extend(through(dependency, usage, description) for dependency in dependencies)

    def _described(self) -> str | None:
        # Writing an expression as text is dear, and needed once for all its columns.
        if self._description is None:
            self._description = self.scope.context.described(self._expression)
        return self._description


Step = Callable[[ExpressionWalk, exp.Expr, Usage], None]
