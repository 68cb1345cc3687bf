"""What a text writes, before and after: places of an insert, missing values, values of other types."""

from collections.abc import Iterator

from sqlglot import exp

from headwater.simulator.coercion import Coercion, assigned, readable
from headwater.simulator.judge import Reason, SchemaPair
from headwater.simulator.meeting_columns import TypePair
from headwater.simulator.replay import EXACT, Replay, type_words
from headwater.simulator.type_changes import Harm, compare_types, spelled_alike
from headwater.simulator.types import meaning
from headwater.sql.binding.binding import InsertedRows
from headwater.sql.binding.rows import BoundColumn
from headwater.sql.schemas import ColumnSchema, TableSchema


def insert_effects(replay: Replay, schemas: SchemaPair, *, typed: bool) -> None:
    afters = {id(one.node): one for one in replay.after.inserts}
    for one in replay.before.inserts:
        other = afters.get(id(one.node))
        if other is not None:
            _shifted(replay, one, other, schemas)
            _missing(replay, one, other, schemas)
            if typed:
                _assigned(replay, one, other)
    if typed:
        for node, column, value in _updates(replay):
            _assignment(replay, node, column, value)


def _given(one: InsertedRows) -> dict[str, object]:
    """What each column of the target gets, identified by where it comes from."""
    pairs = zip(one.columns, one.values.columns, strict=False)
    return {column.name.lower(): _source(value) for column, value in pairs}


def _source(value: BoundColumn) -> object:
    """Of several rows of values, each column has a name of its own by its place."""
    if value.origin is not None:
        return value.origin
    if value.value is not None:
        return id(value.value)
    return tuple(map(_source, value.branches)) or value.name


def _passed_on(before: InsertedRows, after: InsertedRows, schemas: SchemaPair) -> list[str]:
    """Columns that are there before and after, and have a value on one side only."""
    old, new = schemas.before.get(before.table), schemas.after.get(after.table)
    was, now = _given(before), _given(after)
    one_sided = [name for name in (*was, *now) if (name in was) != (name in now)]
    return [name for name in one_sided if old and new and old.column(name) and new.column(name)]


def _shifted(replay: Replay, before: InsertedRows, after: InsertedRows, schemas: SchemaPair) -> None:
    was, now = _given(before), _given(after)
    moved = [name for name in was if name in now and was[name] != now[name]]
    moved += _passed_on(before, after, schemas) if before.positional else []
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
    # A renamed column is still at its place, among the values or in the table.
    same_place = {now.name.lower(): was.nullable for was, now in _renamed(old, new)}
    pairs = zip(before.columns, after.columns, strict=False)
    same_place |= {now.name.lower(): was.nullable for was, now in pairs}
    for column in new.columns or () if new is not None else ():
        was_required = _required(old.column(column.name) if old else None)
        if not _required(column) or was_required or same_place.get(column.name.lower()) is False:
            continue
        words = f"column {column.name} of {after.table} must not be null"
        if column.name.lower() not in given:
            replay.error(Reason.NOT_NULL_VIOLATED, f"{words} and gets no value", _table_of(after.node))
        elif _null_given(after, column.name):
            replay.silent(Reason.NULLABILITY, f"{words} and may get a null", _table_of(after.node))


def _renamed(old: TableSchema | None, new: TableSchema | None) -> Iterator[tuple[ColumnSchema, ColumnSchema]]:
    """Pairs at one place of the table, of which neither name is known on the other side."""
    if old is None or new is None:
        return
    for was, now in zip(old.columns or (), new.columns or (), strict=False):
        if new.column(was.name) is None and old.column(now.name) is None:
            yield was, now


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
        values, columns = _meanings(old_value, new_value), _meanings(old_column, new_column)
        if replay.dialect in EXACT and _fits_as_before(values, columns):
            continue
        was, now = (assigned(*pair, replay.dialect) for pair in zip(values, columns, strict=True))
        _assign(replay, before.node, (new_column, new_value), was, now)


def _meanings(*columns: BoundColumn) -> TypePair:
    before, after = (meaning(column.type) for column in columns)
    return before, after


def _fits_as_before(values: TypePair, columns: TypePair) -> bool:
    """PostgreSQL refuses to write what is too long, and cuts nothing: what fits no worse is as it was."""
    if not all(
        spelled_alike(*pair) and compare_types(*pair).harm <= Harm.WIDER for pair in (values, columns)
    ):
        return False
    was, now = (compare_types(*pair).harm for pair in zip(values, columns, strict=True))
    return now <= was


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
    elif was is Coercion.CONVERTED:
        replay.silent(Reason.PRECISION, f"{words}, and is no longer converted", at)
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
    columns = _meanings(one, other)
    if replay.dialect in EXACT and _fits_as_before((value_before, value_after), columns):
        return
    was = assigned(value_before, meaning(one.type), replay.dialect)
    now = assigned(value_after, meaning(other.type), replay.dialect)
    gets = BoundColumn("", None, replay.types_after.get(id(value)), value=value)
    _assign(replay, node, (other, gets), was, now)
