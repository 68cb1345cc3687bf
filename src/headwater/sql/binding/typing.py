"""Types and nullability of expressions: sqlglot's rules, given what the binding says of each column."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect
from sqlglot.dialects.postgres import Postgres
from sqlglot.errors import SqlglotError
from sqlglot.optimizer.annotate_types import TypeAnnotator
from sqlglot.schema import MappingSchema

from headwater.sql.binding.rows import BoundColumn
from headwater.sql.schemas import TableSchema

if TYPE_CHECKING:
    from headwater.sql.binding.binding import Binding

Nullable = bool | None
# Without a row to look at they still yield a value.
NEVER_NULL = (
    exp.Count, exp.CountIf, exp.Exists, exp.Is, exp.RowNumber, exp.Rank, exp.DenseRank, exp.PercentRank,
    exp.CumeDist, exp.Ntile, exp.Literal, exp.Boolean, exp.CurrentDate, exp.CurrentTimestamp, exp.NullSafeEQ,
    exp.ApproxDistinct, exp.Star, exp.NullSafeNEQ,
)  # fmt: skip
EXACT = (exp.Avg, exp.Round, exp.StddevSamp, exp.StddevPop, exp.Stddev, exp.Variance, exp.VariancePop)
COMPUTED = (exp.Sum, exp.Abs, exp.Neg, exp.Add, exp.Sub, exp.Mul, exp.Div, exp.Mod)
UNSURE = (exp.Nullif, exp.Lag, exp.Lead, exp.Bracket, exp.JSONExtract, exp.JSONExtractScalar)


@dataclass(slots=True)
class Typing:
    """One annotator for one binding; `binding` is set once both are made."""

    dialect: Dialect
    dialect_name: str
    binding: "Binding" = field(init=False)
    _annotator: TypeAnnotator = field(init=False)

    def __post_init__(self) -> None:
        self._annotator = TypeAnnotator(
            MappingSchema(dialect=self.dialect), _rules(self.dialect), overwrite_types=False
        )

    def kinds(self, schema: TableSchema) -> dict[str, exp.DataType | None]:
        return {one.type: data_type(one.type, self.dialect_name) for one in schema.columns or () if one.type}

    def type_of(self, node: exp.Expr) -> tuple[exp.DataType | None, Nullable]:
        self._annotator.annotate_expression(node)
        return _known(node.type), self.nullable(node)

    def finish(self, node: exp.Expr) -> None:
        """Types of what stands outside of the select list."""
        self._annotator.annotate_expression(node)

    def inside(self, column: BoundColumn, wanted: str) -> exp.DataType | None:
        """The type of a field: of the schema's own line for it, else out of the structure's type."""
        if column.origin is not None:
            schema = self.binding.catalog.tables.get(column.origin.table)
            listed = schema.column(wanted) if schema else None
            if listed is not None and listed.type:
                return data_type(listed.type, self.dialect_name)
        type_ = column.type
        for word in wanted.split(".")[1:]:
            fields = type_.expressions if type_ is not None and type_.is_type("struct") else ()
            found = [one for one in fields if isinstance(one, exp.ColumnDef) and one.name.lower() == word]
            type_ = found[0].args.get("kind") if found else None
        return type_

    def united(self, one: BoundColumn, other: BoundColumn) -> exp.DataType | None:
        """The type of a column of a union; of two kinds the wider one, as far as sqlglot tells."""
        if one.type is None or other.type is None:
            return None
        if one.type == other.type:
            return one.type
        found = self._annotator._maybe_coerce(one.type, other.type)
        return found if isinstance(found, exp.DataType) else found.into_expr()

    def of_values(self, rows: list[list[exp.Expr]], place: int) -> tuple[exp.DataType | None, Nullable]:
        """A column of `values`, over its first rows."""
        type_: exp.DataType | None = None
        found = [row[place] for row in rows[:MOST_ROWS] if place < len(row)]
        for value in found:
            kind, _ = self.type_of(value)
            type_ = (
                kind
                if type_ is None
                else self.united(BoundColumn("", None, type_), BoundColumn("", None, kind))
            )
        return type_, self._any(found)

    def nullable(self, node: exp.Expr) -> Nullable:
        for kind, step in NULLABILITY:
            if isinstance(node, kind):
                return step(self, node)
        return self._any([one for one in node.iter_expressions() if not isinstance(one, exp.DataType)])

    def column(self, node: exp.Expr) -> Nullable:
        column = self.binding.columns.get(id(node))
        return column.nullable if column else None

    def coalesce(self, node: exp.Expr) -> Nullable:
        return self._all([node.this, *node.expressions])

    def case(self, node: exp.Expr) -> Nullable:
        default = node.args.get("default")
        if default is None:
            return True
        return self._any([default, *(one.args["true"] for one in node.args.get("ifs") or ())])

    def try_cast(self, node: exp.Expr) -> Nullable:
        """sqlglot reads Spark's plain `cast` as one that gives a null where it cannot convert."""
        return self.nullable(node.this) if self.dialect_name in CASTS_FAIL else True

    def _any(self, nodes: list[exp.Expr]) -> Nullable:
        found = [self.nullable(one) for one in nodes]
        return True if True in found else None if None in found else False

    def _all(self, nodes: list[exp.Expr]) -> Nullable:
        found = [self.nullable(one) for one in nodes]
        return False if False in found else None if None in found else True


def _rules(dialect: Dialect) -> dict[type[exp.Expr], dict[str, Any]]:
    """sqlglot's rules of a dialect, except that what is computed from texts is a number."""
    known = dialect.EXPRESSION_METADATA
    found: dict[type[exp.Expr], dict[str, Any]] = {**known}
    for kind in COMPUTED:
        if "annotator" in known.get(kind, ()):
            found[kind] = {"annotator": _number_of(known[kind]["annotator"])}
    if isinstance(dialect, Postgres):
        found[exp.Literal] = {"annotator": _literal}
        found |= {kind: {"annotator": _exact} for kind in EXACT}
    return found


def _literal(annotator: TypeAnnotator, node: exp.Expr) -> exp.Expr:
    """PostgreSQL reads `1.19` as a decimal."""
    kind = exp.DType.VARCHAR if node.is_string else exp.DType.INT if node.is_int else exp.DType.DECIMAL
    annotator._set_type(node, kind)
    return node


def _exact(annotator: TypeAnnotator, node: exp.Expr) -> exp.Expr:
    """Floating-point numbers are computed from their own kind alone."""
    value = node.this.this if isinstance(node.this, exp.Distinct) else node.this
    inexact = isinstance(value, exp.Expr) and value.is_type(*exp.DataType.FLOAT_TYPES)
    annotator._set_type(node, exp.DType.DOUBLE if inexact else exp.DType.DECIMAL)
    return node


def _number_of(annotate: Callable[[TypeAnnotator, exp.Expr], exp.Expr]) -> Callable[..., exp.Expr]:
    def annotated(annotator: TypeAnnotator, node: exp.Expr) -> exp.Expr:
        found = annotate(annotator, node)
        values = [one for one in (node.this, node.args.get("expression")) if isinstance(one, exp.Expr)]
        texts = [one.is_type(*exp.DataType.TEXT_TYPES) for one in values]
        # `+` also puts texts together.
        if any(texts) and not (isinstance(node, exp.Add) and all(texts)):
            annotator._set_type(node, exp.DType.DOUBLE)
        return found

    return annotated


CASTS_FAIL = {"spark", "databricks"}
NullRule = Callable[[Typing, exp.Expr], Nullable]
# The first kind that fits decides; of all others a null in an argument gives a null.
NULLABILITY: tuple[tuple[type[exp.Expr] | tuple[type[exp.Expr], ...], NullRule], ...] = (
    (exp.Column, Typing.column),
    (NEVER_NULL, lambda _typing, _node: False),
    ((exp.Null, exp.Query, *UNSURE), lambda _typing, _node: True),
    (exp.TryCast, Typing.try_cast),
    (exp.Coalesce, Typing.coalesce),
    (exp.Case, Typing.case),
    (exp.Window, lambda typing, node: typing.nullable(node.this)),
    (exp.AggFunc, lambda _typing, _node: True),
)
_TYPES: dict[tuple[str, str], exp.DataType | None] = {}
MOST_TYPES = 10_000
MOST_ROWS = 100


def data_type(text: str, dialect_name: str) -> exp.DataType | None:
    """A spelled type as the dialect reads it; remembered, as a table has few kinds and many columns."""
    key = (text, dialect_name)
    if key not in _TYPES:
        if len(_TYPES) > MOST_TYPES:
            _TYPES.clear()
        _TYPES[key] = _read_type(text, dialect_name)
    return _TYPES[key]


def _read_type(text: str, dialect_name: str) -> exp.DataType | None:
    for dialect in dict.fromkeys((dialect_name or None, None)):
        try:
            found = exp.DataType.build(text, dialect=dialect)
        except (SqlglotError, ValueError, RecursionError):
            continue
        if isinstance(found, exp.DataType) and not found.is_type(exp.DType.USERDEFINED, exp.DType.UNKNOWN):
            return found
    return None


def _known(type_: exp.DataType | None) -> exp.DataType | None:
    return None if type_ is None or type_.is_type(exp.DType.UNKNOWN) else type_
