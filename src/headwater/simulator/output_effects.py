"""What a query yields, before and after: stars, names, types and nulls."""

from collections.abc import Iterator, Sequence

from sqlglot import exp

from headwater.simulator.judge import Reason
from headwater.simulator.replay import Replay
from headwater.sql.binding.rows import BoundColumn, RowSet

# Where a query in brackets yields rows and not one value.
AROUND_ROWS = (
    exp.From, exp.Join, exp.Lateral, exp.Insert, exp.Create, exp.CTE, exp.In, exp.SetOperation, exp.Subquery,
    exp.Exists, exp.Merge,
)  # fmt: skip


def output_effects(replay: Replay, *, typed: bool) -> None:
    for tree in replay.trees:
        query = tree.args.get("expression") if isinstance(tree, exp.Create) else tree
        if isinstance(query, (exp.Query, exp.DML, exp.Pivot)):
            _whole_output(replay, query, typed=typed)
        for node in tree.find_all(exp.SetOperation, exp.Select, exp.Subquery, exp.In):
            _inner_effects(replay, node)
    _row_values(replay, typed=typed)


def _row_values(replay: Replay, *, typed: bool) -> None:
    """Values that are made of all columns of a source, as `struct(*)` and `row_to_json(t)`."""
    for key, (node, before) in replay.before.whole.items():
        _, after = replay.after.whole.get(key, (node, ()))
        was, now = ([one.name.lower() for one in columns] for columns in (before, after))
        if was and not now and isinstance(node, exp.Columns):
            replay.error(Reason.UNKNOWN_COLUMN, f"no column fits `{replay.words(node)}` any more", node)
        elif was != now or _moved(replay, before, after):
            replay.silent(star_reason(was, now), _star_words(RowSet([*before]), RowSet([*after])), node)
        elif typed and any(map(replay.column_changed, before, after)):
            words = f"`{replay.words(node)}` is made of columns of other types"
            replay.silent(Reason.OUTPUT_TYPE, words, node)


def _rows(replay: Replay, node: exp.Expr) -> tuple[RowSet, RowSet] | None:
    one, other = replay.before.outputs.get(id(node)), replay.after.outputs.get(id(node))
    return None if one is None or other is None else (one, other)


def _names(rows: RowSet) -> list[str]:
    return [one.name.lower() for one in rows.columns]


def _moved(replay: Replay, before: Sequence[BoundColumn], after: Sequence[BoundColumn]) -> bool:
    """Whether a name that goes by its place, as in `orders as o(a, b)`, now stands for another column."""
    for one, other in zip(before, after, strict=False):
        if one.origin and other.origin and one.origin != other.origin:
            table = replay.after.catalog.tables.get(one.origin.table)
            if table is not None and table.column(one.origin.column) is not None:
                return True
    return False


def star_reason(before: list[str], after: list[str]) -> Reason:
    if sorted(before) == sorted(after):
        return Reason.STAR_REORDERED
    if len(after) == len(before):
        return Reason.OUTPUT_NAME
    return Reason.STAR_WIDENED if len(after) > len(before) else Reason.STAR_NARROWED


def _whole_output(replay: Replay, node: exp.Expr, *, typed: bool) -> None:
    pair = _rows(replay, node)
    if pair is None:
        return
    before, after = pair
    if _names(before) != _names(after) or _moved(replay, before.columns, after.columns):
        replay.silent(star_reason(_names(before), _names(after)), _star_words(before, after), _star_of(node))
    if typed:
        for name, ones in before.index.items():
            # Two tables may have given `*` a column of one name.
            for one, other in zip(ones, after.index.get(name, ()), strict=False):
                _column_effect(replay, node, one, other)


def _star_words(before: RowSet, after: RowSet) -> str:
    was, now = _names(before), _names(after)
    added, gone = [one for one in now if one not in was], [one for one in was if one not in now]
    if not added and not gone:
        return "the columns of `*` come in another order"
    parts = [f"gets {', '.join(added[:5])}"] if added else []
    parts += [f"loses {', '.join(gone[:5])}"] if gone else []
    return f"the output of `*` {' and '.join(parts)}"


def _star_of(node: exp.Expr) -> exp.Expr:
    returning = node.args.get("returning")
    for select in [returning] if isinstance(returning, exp.Expr) else node.find_all(exp.Select):
        for one in select.expressions:
            if isinstance(one, exp.Star) or (isinstance(one, exp.Column) and isinstance(one.this, exp.Star)):
                return one
    return node


def _column_effect(replay: Replay, node: exp.Expr, one: BoundColumn, other: BoundColumn) -> None:
    at = one.value if one.value is not None else _star_of(node)
    if replay.column_changed(one, other):
        was, now = type_words_of(one), type_words_of(other)
        reason = Reason.UNION_COERCION if one.branches else Reason.OUTPUT_TYPE
        unknown = one.type is None or other.type is None or one.type == other.type
        words = "may be of another type" if unknown else f"goes from {was} to {now}"
        replay.silent(reason, f"output column {one.name} {words}", at)
    elif other.nullable is True and one.nullable is not True:
        replay.silent(Reason.NULLABILITY, f"output column {one.name} can now be null", at)


def type_words_of(column: BoundColumn) -> str:
    return column.type.sql().lower() if column.type is not None else "an unknown type"


def _inner_effects(replay: Replay, node: exp.Expr) -> None:
    """Where the columns of an inner query count as a whole: distinct rows, unions, places, single values."""
    if isinstance(node, exp.In):
        query = node.args.get("query")
        if isinstance(query, exp.Expr):
            _single(replay, query, len(node.this.expressions) if isinstance(node.this, exp.Tuple) else 1)
    elif isinstance(node, exp.Subquery):
        if node.parent is not None and not isinstance(node.parent, AROUND_ROWS):
            _single(replay, node)
    else:
        _whole_rows(replay, node)
        _ordinals(replay, node)


def _whole_rows(replay: Replay, node: exp.Expr) -> None:
    whole = isinstance(node, exp.SetOperation) or node.args.get("distinct")
    parts = [node.this, node.expression] if isinstance(node, exp.SetOperation) else [node]
    for part in parts if whole else []:
        pair = _rows(replay, part)
        if pair and _names(pair[0]) != _names(pair[1]):
            reason = star_reason(_names(pair[0]), _names(pair[1]))
            replay.silent(reason, _star_words(*pair), _star_of(part))


def _single(replay: Replay, query: exp.Expr, wanted: int = 1) -> None:
    """A query that stands for a value, or for as many as stand beside `in`."""
    pair = _rows(replay, query)
    if pair and len(pair[0].columns) == wanted != len(pair[1].columns) and pair[1].complete:
        words = f"a query that has to yield {wanted} column{'s' * (wanted > 1)} yields {len(pair[1].columns)}"
        replay.error(Reason.COLUMN_COUNT, words, query)


def _ordinals(replay: Replay, node: exp.Expr) -> None:
    pair = _rows(replay, node)
    if pair is None or _names(pair[0]) == _names(pair[1]):
        return
    before, after = map(_names, pair)
    for place, at in _places(node):
        was, now = before[place : place + 1], after[place : place + 1]
        if was and was != now:
            words = f"place {place + 1} of `*` is {now[0] if now else 'gone'}, not {was[0]}"
            replay.silent(Reason.SORT_ORDER, words, at)


def _places(node: exp.Expr) -> Iterator[tuple[int, exp.Expr]]:
    for key in ("order", "group"):
        clause = node.args.get(key)
        for one in clause.expressions if isinstance(clause, exp.Expr) else ():
            bare = one.this if isinstance(one, exp.Ordered) else one
            if isinstance(bare, exp.Literal) and bare.is_int:
                yield int(bare.name) - 1, bare
