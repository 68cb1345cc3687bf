"""Tables on a terminal, which fit its width; in a pipe, one row a line with tabs between."""

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from headwater.documents.formats import Grid, printable

# Between two columns: padding, and the place of a line.
GAP = 2
# With fewer, a row says too little.
LEAST_COLUMNS = 3
# A last part alone (`id`, `orders`) says too little.
SEGMENTS = 2
NAME = re.compile(r"(?!https?://)[^\s/]+/\S*")
SEPARATOR = re.compile(r"(?<=[/.])")


def print_table(grid: Grid) -> None:
    """To stdout; nothing is cut, and no word is broken."""
    grid = replace(grid, rows=tuple(tuple(map(printable, row)) for row in grid.rows))
    if sys.stdout.isatty():
        console = Console(highlight=False)
        console.print(fitted(grid, console.width))
    else:
        lines = [grid.headers, *grid.rows] if any(grid.headers) else grid.rows
        sys.stdout.writelines("\t".join(line) + "\n" for line in lines)


def fitted(grid: Grid, width: int) -> Table:
    """As it is if it fits; else without empty columns, with short names, without the last columns, which
    are named below it; or as a block of fields a row."""
    if not any(grid.headers):
        return _table(grid, width)
    filled = without_empty_columns(grid)
    short = short_names(filled)
    least = max(LEAST_COLUMNS, len(short.headers) // 2)
    narrower = (_first_columns(short, count) for count in range(len(short.headers) - 1, least - 1, -1))
    for form in (grid, filled, short, *narrower):
        if _least_width(form) <= width:
            return _table(form, width, left_out=() if form is grid else short.headers[len(form.headers) :])
    return _blocks(short)


def _first_columns(grid: Grid, count: int) -> Grid:
    return Grid(grid.headers[:count], tuple(row[:count] for row in grid.rows))


def without_empty_columns(grid: Grid) -> Grid:
    """
    >>> without_empty_columns(Grid(("a", "b"), (("1", ""), ("2", "")))).headers
    ('a',)
    """
    kept = [place for place in range(len(grid.headers)) if any(row[place] for row in grid.rows)]
    return Grid(_at(grid.headers, kept), tuple(_at(row, kept) for row in grid.rows))


def short_names(grid: Grid) -> Grid:
    """Names by their last two parts, or as many as tell them apart within the table.

    >>> short_names(Grid(("name",), (("w/shop.sales.orders",), ("w/shop.crm.orders",), ("x",)))).rows
    (('sales.orders',), ('crm.orders',), ('x',))
    """
    names = {name for row in grid.rows for cell in row for name in cell.split(", ") if NAME.fullmatch(name)}
    short = shortest_ends(names)
    rows = tuple(
        tuple(", ".join(short.get(name, name) for name in cell.split(", ")) for cell in row)
        for row in grid.rows
    )
    return replace(grid, rows=rows)


def shortest_ends(names: Iterable[str]) -> Mapping[str, str]:
    """
    >>> sorted(shortest_ends(["w/a.b.c", "v/a.b.c", "w/d.e.f"]).values())
    ['e.f', 'v/a.b.c', 'w/a.b.c']
    """
    parts = {name: SEPARATOR.split(name) for name in names}
    found: dict[str, str] = {}
    size = SEGMENTS
    while parts:
        ends: dict[str, list[str]] = {}
        for name, split in parts.items():
            ends.setdefault("".join(split[-size:]), []).append(name)
        found |= {alike[0]: end for end, alike in ends.items() if len(alike) == 1}
        # Those that still look alike are tried with one part more; a whole name is unique.
        parts = {name: split for name, split in parts.items() if name not in found}
        size += 1
    return found


def _least_width(grid: Grid) -> int:
    """What the longest words of all columns take, side by side."""
    return sum(_longest_word(column) + GAP for column in _columns(grid)) - GAP


def _columns(grid: Grid) -> Iterable[tuple[str, ...]]:
    return zip(grid.headers, *grid.rows, strict=True)


def _longest_word(cells: Iterable[str]) -> int:
    return max((cell_len(word) for cell in cells for word in cell.split()), default=0)


def _widths(grid: Grid, width: int) -> list[int]:
    """Each column as wide as its longest word; what room is left goes to those that need the least of it."""
    columns = list(_columns(grid))
    widths = [_longest_word(column) for column in columns]
    wanted = [max(map(cell_len, column)) - least for column, least in zip(columns, widths, strict=True)]
    room = width - sum(widths) - GAP * (len(widths) - 1)
    for place in sorted(range(len(widths)), key=wanted.__getitem__):
        more = max(0, min(wanted[place], room))
        widths[place] += more
        room -= more
    return widths


def _table(grid: Grid, width: int, left_out: Sequence[str] = ()) -> Table:
    # Fields of a detail have no headers.
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_header=any(grid.headers))
    table.show_edge = False
    if left_out:
        table.caption = f"no room for: {', '.join(left_out)}"
        table.caption_justify = "left"
    for header, wide in zip(grid.headers, _widths(grid, width), strict=True):
        table.add_column(header, width=wide, overflow="fold")
    for row in grid.rows:
        table.add_row(*map(Text, row))
    return table


def _blocks(grid: Grid) -> Table:
    """Each row as lines of field and value, with a blank line after it."""
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    # A name longer than the terminal goes on in its next line, as the shell shows it.
    table.add_column(overflow="fold")
    for row in grid.rows:
        for header, cell in zip(grid.headers, row, strict=True):
            if cell:
                table.add_row(Text(header, style="bold"), Text(cell))
        table.add_row("", "")
    return table


def _at(row: Sequence[str], places: Sequence[int]) -> tuple[str, ...]:
    return tuple(row[place] for place in places)
