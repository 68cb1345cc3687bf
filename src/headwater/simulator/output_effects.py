"""What a query yields and writes, before and after: stars, names, types, nulls, and places of an insert."""

from collections.abc import Iterator

from sqlglot import exp

from headwater.simulator.coercion import Coercion, assigned, readable
from headwater.simulator.judge import Reason, SchemaPair
from headwater.simulator.replay import Replay, type_words
from headwater.simulator.type_changes import Harm, compare_types
from headwater.simulator.types import meaning
from headwater.sql.binding.binding import InsertedRows
from headwater.sql.binding.rows import BoundColumn, RowSet
from headwater.sql.schemas import ColumnSchema

# Where a query in brackets yields rows and not one value.
AROUND_ROWS = (
    exp.From, exp.Join, exp.Lateral, exp.Insert, exp.Create, exp.CTE, exp.In, exp.SetOperation, exp.Subquery,
    exp.Exists, exp.Merge,
)  # fmt: skip


def output_effects(replay: Replay, *, typed: bool) -> None:
    for tree in replay.trees:
        query = tree.args.get("expression") if isinstance(tree, exp.Create) else tree
        if isinstance(query, exp.Query):
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
        elif was != now:
            replay.silent(star_reason(was, now), _star_words(RowSet([*before]), RowSet([*after])), node)
        elif typed and any(map(replay.column_changed, before, after)):
            words = f"`{replay.words(node)}` is made of columns of other types"
            replay.silent(Reason.OUTPUT_TYPE, words, node)


def _rows(replay: Replay, node: exp.Expr) -> tuple[RowSet, RowSet] | None:
    one, other = replay.before.outputs.get(id(node)), replay.after.outputs.get(id(node))
    return None if one is None or other is None else (one, other)


def _names(rows: RowSet) -> list[str]:
    return [one.name.lower() for one in rows.columns]


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
    if _names(before) != _names(after):
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
    for select in node.find_all(exp.Select):
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


def insert_effects(replay: Replay, schemas: SchemaPair, *, typed: bool) -> None:
    afters = {id(one.node): one for one in replay.after.inserts}
    for one in replay.before.inserts:
        other = afters.get(id(one.node))
        if other is not None:
            _shifted(replay, one, other)
            _missing(replay, one, other, schemas)
            if typed:
                _assigned(replay, one, other)
    if typed:
        for node, column, value in _updates(replay):
            _assignment(replay, node, column, value)


def _given(one: InsertedRows) -> dict[str, object]:
    """What each column of the target gets, told by where it comes from."""
    pairs = zip(one.columns, one.values.columns, strict=False)
    return {column.name.lower(): (value.origin or id(value.value)) for column, value in pairs}


def _shifted(replay: Replay, before: InsertedRows, after: InsertedRows) -> None:
    was, now = _given(before), _given(after)
    moved = [name for name in was if name in now and was[name] != now[name]]
    for column, value in zip(after.columns, after.values.columns, strict=False):
        fits = assigned(meaning(value.type), meaning(column.type), replay.dialect) is not Coercion.REFUSED
        if column.name.lower() in moved and not fits and not _is_literal(value):
            words = f"column {column.name} of {before.table} gets another value, which does not fit it"
            replay.error(Reason.TYPE_MISMATCH, words, _table_of(before.node))
            return
    if moved:
        words = f"column {moved[0]} of {before.table} gets another value, as columns go by their place"
        replay.silent(Reason.POSITIONAL_INSERT, words, _table_of(before.node))


def _table_of(node: exp.Expr) -> exp.Expr:
    table = node.this.this if isinstance(node.this, exp.Schema) else node.this
    return table if isinstance(table, exp.Expr) else node


def _missing(replay: Replay, before: InsertedRows, after: InsertedRows, schemas: SchemaPair) -> None:
    """Columns that must not be null, get no value, and did not have to before."""
    old, new = schemas.before.get(after.table), schemas.after.get(after.table)
    given = set(_given(after))
    # A renamed column is still at its place.
    same_place = {
        now.name.lower(): was.nullable for was, now in zip(before.columns, after.columns, strict=False)
    }
    for column in new.columns or () if new is not None else ():
        was_required = _required(old.column(column.name) if old else None)
        if not _required(column) or was_required or same_place.get(column.name.lower()) is False:
            continue
        words = f"column {column.name} of {after.table} must not be null"
        if column.name.lower() not in given:
            replay.error(Reason.NOT_NULL_VIOLATED, f"{words} and gets no value", _table_of(after.node))
        elif _null_given(after, column.name):
            replay.silent(Reason.NULLABILITY, f"{words} and may get a null", _table_of(after.node))


def _required(column: ColumnSchema | None) -> bool:
    return column is not None and column.nullable is False and not column.default


def _null_given(after: InsertedRows, name: str) -> bool:
    pairs = zip(after.columns, after.values.columns, strict=False)
    return any(column.name.lower() == name.lower() and value.nullable is not False for column, value in pairs)


def _assigned(replay: Replay, before: InsertedRows, after: InsertedRows) -> None:
    olds = zip(before.columns, before.values.columns, strict=False)
    news = zip(after.columns, after.values.columns, strict=False)
    for (old_column, old_value), (new_column, new_value) in zip(olds, news, strict=False):
        same_target = old_column.type == new_column.type
        if same_target and not replay.column_changed(old_value, new_value):
            continue
        was = assigned(meaning(old_value.type), meaning(old_column.type), replay.dialect)
        now = assigned(meaning(new_value.type), meaning(new_column.type), replay.dialect)
        _assign(replay, before.node, (new_column, new_value), was, now)


def _is_literal(value: BoundColumn) -> bool:
    bare = value.value.unalias() if value.value is not None else None
    quoted = isinstance(bare, exp.Literal) and bare.is_string
    return quoted or isinstance(bare, (exp.Null, exp.Placeholder))


def _assign(
    replay: Replay, node: exp.Expr, pair: tuple[BoundColumn, BoundColumn], was: Coercion, now: Coercion
) -> None:
    column, value = pair
    literal = _is_literal(value)
    kinds = f"{type_words(meaning(value.type))} into {type_words(meaning(column.type))}"
    words = f"column {column.name} gets {kinds}"
    at = value.value if value.value is not None else _table_of(node)
    bare = value.value.unalias() if literal and value.value is not None else None
    unread = bare is not None and not readable(bare, meaning(column.type), replay.dialect)
    if unread or (now is Coercion.REFUSED and was is not Coercion.REFUSED and not literal):
        replay.error(Reason.TYPE_MISMATCH, f"{words}, which the database refuses", at)
    elif now is not Coercion.FINE:
        replay.silent(Reason.IMPLICIT_CAST, words, at)
    elif compare_types(meaning(value.type), meaning(column.type)).harm not in (Harm.NONE, Harm.WIDER):
        replay.silent(Reason.PRECISION, words, at)


def _updates(replay: Replay) -> Iterator[tuple[exp.Expr, exp.Column, exp.Expr]]:
    for tree in replay.trees:
        for node in tree.find_all(exp.Update, exp.OnConflict):
            for one in node.expressions:
                if isinstance(one, exp.EQ) and isinstance(one.this, exp.Column):
                    yield one, one.this, one.expression


def _assignment(replay: Replay, node: exp.Expr, column: exp.Column, value: exp.Expr) -> None:
    one, other = replay.before.columns.get(id(column)), replay.after.columns.get(id(column))
    if one is None or other is None or not (one.type != other.type or replay.changed(value)):
        return
    value_before, value_after = replay.types(value)
    was = assigned(value_before, meaning(one.type), replay.dialect)
    now = assigned(value_after, meaning(other.type), replay.dialect)
    gets = BoundColumn("", None, replay.types_after.get(id(value)), value=value)
    _assign(replay, node, (other, gets), was, now)
