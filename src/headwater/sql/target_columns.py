"""Which output column of a query lands in which column of its target."""

from collections.abc import Sequence

from headwater.sql.context import Context
from headwater.sql.dependencies import Dependencies, guessed
from headwater.sql.row_sets import RowField, Rows
from headwater.sql.script import Target


def inserted(rows: Rows, target: Target, columns: Sequence[str] | None, context: Context) -> list[RowField]:
    """An insert goes by position: in its own column list, else in the target's schema."""
    names = columns or target.match.columns
    _report_lost(rows, names, target, context)
    # The query names its own columns at best, and the target may call them otherwise.
    if names is None:
        # A table that lives in the text alone has no schema that anyone could tell.
        if not target.temporary:
            context.needs_schemas([target.match.name])
        return [one._replace(dependencies=guessed(one.dependencies)) for one in rows.fields]
    spelled = [target.spelled(name) for name in names]
    if rows.open_relations:
        return [RowField(name, _by_name(rows, name)) for name in spelled]
    if len(rows.fields) == len(spelled):
        return [RowField(name, one.dependencies) for name, one in zip(spelled, rows.fields, strict=True)]
    found = _short(rows, spelled, target)
    if columns or len(found) < len(rows.fields):
        widths = f"{len(rows.fields)} columns into {len(spelled)}"
        context.problem(f"an insert of {widths} of {target.match.name}")
    if columns:
        return [RowField(name, one.dependencies) for name, one in zip(spelled, rows.fields, strict=False)]
    return found


def by_name(rows: Rows, target: Target, context: Context) -> list[RowField]:
    """`insert by name`, `insert *`, `update set *`: each column into the one of its name."""
    _report_lost(rows, target.match.columns, target, context)
    fields = [one._replace(name=target.spelled(one.name)) for one in rows.fields if one.named]
    return [*fields, *_from_star(rows, target)]


def created(rows: Rows, target: Target, columns: Sequence[str] | None, context: Context) -> list[RowField]:
    """A new table takes the query's names; where the query has none, those of the known schema."""
    _report_lost(rows, columns or target.match.columns, target, context)
    if columns:
        if len(columns) != len(rows.fields) and not rows.open_relations:
            context.problem(
                f"a query of {len(rows.fields)} columns for {len(columns)} of {target.match.name}"
            )
        return inserted_names(rows, columns)
    known = target.match.columns or ()
    # Then a column without a name has the one at its place.
    fits = not rows.open_relations and len(known) == len(rows.fields)
    fields = []
    for place, one in enumerate(rows.fields):
        name = known[place] if fits and not one.named else one.name
        sure = one.named or fits
        if not (sure or target.temporary) and one.dependencies:
            context.problem(f"column {place + 1} of {target.match.name} has no name in the text")
        fields.append(
            RowField(target.spelled(name), one.dependencies if sure else guessed(one.dependencies), sure)
        )
    return [*fields, *_from_star(rows, target)]


def _report_lost(rows: Rows, names: Sequence[str] | None, target: Target, context: Context) -> None:
    """A star over an unknown schema gives columns by name: it takes one schema, and names."""
    lost = rows.open_relations and (not names or len(rows.open_relations) > 1)
    if lost and not target.temporary:
        relations = " and ".join(dict.fromkeys(one.relation for one in rows.open_relations))
        context.problem(f"all columns of {relations} go to {target.match.name}: which, is not known")


def inserted_names(rows: Rows, columns: Sequence[str]) -> list[RowField]:
    if rows.open_relations:
        return [RowField(name, _by_name(rows, name)) for name in columns]
    return [RowField(name, one.dependencies) for name, one in zip(columns, rows.fields, strict=False)]


def _from_star(rows: Rows, target: Target) -> list[RowField]:
    """A star over an unknown schema: the target's other columns are guessed to have come through it."""
    # Of two unknown schemas nobody knows which one has the column.
    if len(rows.open_relations) != 1:
        return []
    missing = [name for name in target.match.columns or () if name.lower() not in rows.index]
    return [RowField(name, guessed(rows.open_relations[0].column(name))) for name in missing]


def _short(rows: Rows, names: Sequence[str], target: Target) -> list[RowField]:
    """Another number of columns than the schema has: it is older or newer, so names decide."""
    known = {name.lower() for name in names}
    return [
        RowField(target.spelled(one.name), guessed(one.dependencies))
        for one in rows.fields
        if one.named and one.name.lower() in known
    ]


def _by_name(rows: Rows, name: str) -> Dependencies:
    one = rows.index.get(name.lower())
    dependencies = (
        one.dependencies
        if one
        else rows.open_relations[0].column(name)
        if len(rows.open_relations) == 1
        else ()
    )
    return guessed(dependencies)
