"""What a column that may now be null does to a query: three-valued logic, join keys, counts, outputs."""

from collections.abc import Callable
from functools import partial

from sqlglot import exp

from headwater.simulator.judge import Reason
from headwater.simulator.replay import Replay

NEGATED = (exp.EQ, exp.In, exp.Between, exp.Like, exp.ILike, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.RegexpLike)
COUNTED = (exp.Count, exp.Avg)


def null_effects(replay: Replay) -> None:
    for tree in replay.trees:
        for node in tree.walk():
            for kind, check in CHECKS:
                if isinstance(node, kind):
                    check(replay, node)


def loosened(replay: Replay, node: object) -> bool:
    """Whether an expression can be null after the change and could not before."""
    if not isinstance(node, exp.Expr):
        return False
    types_before, types_after = replay.before.types, replay.after.types
    if types_before is None or types_after is None:
        return False
    return types_after.nullable(node) is True and types_before.nullable(node) is not True


def _different(replay: Replay, node: exp.Expr) -> None:
    if any(loosened(replay, one) for one in (node.this, node.expression)):
        words = f"rows where a side of `{replay.words(node)}` is null are neither equal nor different"
        replay.silent(Reason.NULLABILITY, words, node)


def _not(replay: Replay, node: exp.Expr) -> None:
    inner = node.this.unnest() if isinstance(node.this, exp.Expr) else None
    if not isinstance(inner, NEGATED):
        return
    query = inner.args.get("query")
    if isinstance(query, exp.Expr):
        outputs = replay.after.outputs.get(id(query)), replay.before.outputs.get(id(query))
        now = any(one.nullable is True for one in (outputs[0].columns if outputs[0] else ()))
        was = any(one.nullable is True for one in (outputs[1].columns if outputs[1] else ()))
        if now and not was:
            words = "`not in` keeps no row at all as soon as the query in it yields a null"
            replay.silent(Reason.NULLABILITY, words, node)
    if any(loosened(replay, one) for one in inner.iter_expressions() if not isinstance(one, exp.Query)):
        words = (
            f"rows where `{replay.words(inner)}` is unknown are left out, as a null is neither true nor false"
        )
        replay.silent(Reason.NULLABILITY, words, node)


def _join(replay: Replay, node: exp.Expr) -> None:
    condition = node.args.get("on")
    for one in condition.find_all(exp.EQ) if isinstance(condition, exp.Expr) else ():
        if any(loosened(replay, side) for side in (one.this, one.expression)):
            words = f"rows whose key in `{replay.words(one)}` is null find no partner"
            replay.silent(Reason.NULLABILITY, words, one)


def _counted(replay: Replay, node: exp.Expr) -> None:
    if isinstance(node.this, exp.Expr) and any(loosened(replay, one) for one in _arguments(node.this)):
        replay.silent(Reason.NULLABILITY, f"`{replay.words(node)}` passes over nulls", node)


def _arguments(node: exp.Expr) -> list[exp.Expr]:
    return node.expressions if isinstance(node, exp.Distinct) else [node]


def _group(replay: Replay, node: exp.Expr) -> None:
    for one in node.expressions:
        if loosened(replay, one):
            replay.silent(Reason.NULLABILITY, f"`{replay.words(one)}` gets a group of nulls", one)


def _branch(replay: Replay, node: exp.Expr) -> None:
    if node.this.find(exp.Is) is None and any(map(partial(loosened, replay), node.this.find_all(exp.Column))):
        words = f"where `{replay.words(node.this)}` is unknown, the branches after it decide"
        replay.silent(Reason.NULLABILITY, words, node)


Check = Callable[[Replay, exp.Expr], None]
CHECKS: tuple[tuple[type[exp.Expr] | tuple[type[exp.Expr], ...], Check], ...] = (
    (exp.NEQ, _different),
    (exp.Not, _not),
    (exp.Join, _join),
    (COUNTED, _counted),
    (exp.Group, _group),
    (exp.If, _branch),
)
