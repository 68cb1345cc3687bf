"""Which reported relation a table in the text is: dotted parts compared from the right."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sqlglot import exp

from headwater.sql.analysis import Relation

Parts = tuple[str, ...]

# Of a column, from its own name outwards.
NAME_KEYS = ("this", "table", "db", "catalog")
# A word in one of these is a part of its name.
HOLDERS_OF_WORDS = exp.Column | exp.DataType | exp.Dot | exp.Table | exp.TableAlias


class Match(NamedTuple):
    """A relation by its reported name, or as written where the run reported none."""

    name: str
    reported: bool
    columns: tuple[str, ...] | None = None


def parts_of(table: object) -> Parts:
    """A quoted identifier can hold dots, as BigQuery's `project.dataset.table`."""
    if not isinstance(table, exp.Expr):
        return ()
    written = ".".join(_words(table)).lower()
    return tuple(part for part in written.split(".") if part)


def column_parts(column: exp.Expr) -> list[str]:
    """In the order in which they are written, which is not that of the node."""
    order = ("catalog", "db", "table", "this")
    return [part.name for key in order if (part := column.args.get(key)) is not None and part.name]


def dotted_words(node: object) -> list[str]:
    """The words of `a.b.c` where sqlglot takes them for no column, as before a function; else nothing."""
    if isinstance(node, exp.Identifier):
        return [node.name]
    if not isinstance(node, exp.Dot) or not isinstance(node.expression, exp.Identifier):
        return []
    before = dotted_words(node.this)
    return [*before, node.expression.name] if before else []


def with_columns(node: exp.Expr) -> exp.Expr:
    """A copy of Oracle's `xmltype(a).extract('/b')`, in which `a` is a column again; all else as it is."""
    if not any(isinstance(dot.expression, exp.Func) for dot in node.find_all(exp.Dot)):
        return node
    changed: exp.Expr = node.copy().transform(_column_again)
    return changed


def _column_again(node: exp.Expr) -> exp.Expr:
    names_element = isinstance(node.parent, exp.XMLElement) and node.arg_key == "this"
    if isinstance(node.parent, HOLDERS_OF_WORDS | None) or node.arg_key == "alias" or names_element:
        return node
    if not 0 < len(dotted_words(node)) <= len(NAME_KEYS):
        return node
    words = [one.copy() for one in node.find_all(exp.Identifier, bfs=False)]
    return exp.Column(**dict(zip(NAME_KEYS, reversed(words), strict=False)))


def is_file(node: object) -> bool:
    """A stage of Snowflake or a path in quotes."""
    if not isinstance(node, exp.Table):
        return isinstance(node, exp.Literal)
    return isinstance(node.this, exp.Literal) or node.name.startswith(("@", "'"))


def dropped_by(node: exp.Expr) -> list[Parts]:
    """The tables a `drop` names: one or several, by release of sqlglot under another key."""
    return [parts_of(table) for table in (*(node.args.get("tables") or ()), node.args.get("this")) if table]


def _words(table: exp.Expr) -> Iterator[str]:
    for key in ("catalog", "db", "this"):
        part = table.args.get(key)
        while isinstance(part, exp.Dot):  # more than three parts nest under `this`
            yield part.this.name
            part = part.expression
        if isinstance(part, exp.Parameter):  # T-SQL's table variable
            yield f"@{part.name}"
        elif isinstance(part, exp.Expr):
            yield f"#{part.name}" if part.args.get("temporary") else part.name


def lives_in_script(parts: Parts) -> bool:
    """By the marks of T-SQL: a temporary table, or a variable that holds a table."""
    return bool(parts) and parts[-1].startswith(("#", "@"))


class Names:
    """The reported relations, found by the last part of their names."""

    def __init__(self, inputs: Sequence[Relation], outputs: Sequence[Relation]) -> None:
        self.outputs = outputs
        self._inputs = _by_last_part(inputs)
        self._outputs = _by_last_part(outputs)
        self.doubts: dict[str, None] = {}

    def read(self, parts: Parts) -> Match:
        return self._match(parts, (self._inputs, self._outputs))

    def written(self, parts: Parts) -> Match:
        return self._match(parts, (self._outputs, self._inputs))

    def _match(self, parts: Parts, lists: Iterable[dict[str, list[tuple[Parts, Relation]]]]) -> Match:
        for candidates in lists:
            best = _best(parts, candidates.get(parts[-1], ()) if parts else ())
            # Inputs come before outputs for reads, so that a table that is both is the input.
            if len(best) == 1:
                return Match(best[0].name, True, best[0].columns)
            if best:
                names = " or ".join(sorted(one.name for one in best))
                self.doubts[f"table {'.'.join(parts)} could be {names}"] = None
                break
        return Match(".".join(parts), False)


def _by_last_part(relations: Sequence[Relation]) -> dict[str, list[tuple[Parts, Relation]]]:
    found: dict[str, list[tuple[Parts, Relation]]] = {}
    for relation in relations:
        for parts in _spellings(relation.name.lower()):
            found.setdefault(parts[-1], []).append((parts, relation))
    return found


def _spellings(name: str) -> Iterator[Parts]:
    """A name as a query may write it: of files that are read as a table, the folders are parts."""
    # Producers quote names in their own ways.
    yield tuple(part.strip('"`[]') for part in name.split("."))
    # Hive keeps the tables of a database in a folder that ends in `.db`.
    folders = tuple(part.removesuffix(".db") for part in name.split("/") if part)
    if len(folders) > 1:
        yield folders


def _best(parts: Parts, candidates: Sequence[tuple[Parts, Relation]]) -> list[Relation]:
    """Those that share the longest end; an equal name beats a longer one that ends alike."""
    fits: list[tuple[tuple[int, bool], Relation]] = []
    for theirs, relation in candidates:
        # The shorter of both decides: the text may leave out the schema, or the producer the catalog.
        shared = min(len(parts), len(theirs))
        if parts[-shared:] == theirs[-shared:]:
            fits.append(((shared, len(parts) == len(theirs)), relation))
    top = max((score for score, _ in fits), default=None)
    unique = {relation.name: relation for score, relation in fits if score == top}
    return list(unique.values())
