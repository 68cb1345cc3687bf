"""The walk through one expression: a stack, so that a long `or` cannot exhaust the frames."""

from collections.abc import Callable, Iterable, Mapping

from sqlglot import exp

from headwater.sql.flows import PLAIN, Flow, Flows, Way, distinct, through
from headwater.sql.scope import Scope

CHECK_EVERY = 512


class Walk:
    """The stack of one walk; what each kind of node does is given."""

    def __init__(self, scope: Scope, expression: exp.Expr) -> None:
        self.scope = scope
        self.found: list[Flow] = []
        self._expression = expression.this if isinstance(expression, exp.Alias) else expression
        self._description: str | None = None
        self._stack: list[tuple[exp.Expr, Way]] = []

    def push(self, node: object, way: Way) -> None:
        if isinstance(node, exp.Expr):
            self._stack.append((node, way))

    def push_all(self, nodes: Iterable[object] | None, way: Way) -> None:
        for node in nodes or ():
            self.push(node, way)

    def run(self, steps: "Mapping[type[exp.Expr], Step]", other: "Step") -> Flows:
        count = 0
        while self._stack:
            node, way = self._stack.pop()
            steps.get(type(node), other)(self, node, way)
            count += 1
            if count % CHECK_EVERY == 0:
                self.scope.world.budget.check()
        return distinct(self.found)

    def take(self, flows: Iterable[Flow], way: Way) -> None:
        if way == PLAIN:
            self.found.extend(flows)
            return
        description = None if way.indirect else self._described()
        self.found.extend(through(flow, way, description) for flow in flows)

    def _described(self) -> str | None:
        if self._description is None:
            self._description = self.scope.world.described(self._expression)
        return self._description


Step = Callable[[Walk, exp.Expr, Way], None]
