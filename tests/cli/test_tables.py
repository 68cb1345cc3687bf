"""Tables fit the terminal, whole; in a pipe a row is a line."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from headwater.cli.tables import fitted, print_table, shortest_ends
from headwater.documents.formats import Grid

WORDS = st.text(st.sampled_from("abcde_"), min_size=1, max_size=8)
CELLS = st.one_of(
    st.just(""),
    st.lists(WORDS, max_size=4).map(" ".join),
    st.lists(WORDS, min_size=2, max_size=3).map(lambda parts: "w/" + ".".join(parts)),
)


def grids() -> st.SearchStrategy[Grid]:
    sizes = st.integers(1, 7)
    return sizes.flatmap(
        lambda size: st.builds(
            Grid,
            st.tuples(*[WORDS] * size),
            st.lists(st.tuples(*[CELLS] * size), min_size=1, max_size=6).map(tuple),
        )
    )


def drawn(grid: Grid, width: int) -> str:
    console = Console(file=io.StringIO(), width=width)
    console.print(fitted(grid, width))
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert isinstance(text, str)
    return text


@given(grids(), st.integers(40, 200))
def test_no_line_is_wider_than_the_terminal_and_no_word_is_broken(grid: Grid, width: int) -> None:
    text = drawn(grid, width)
    assert all(len(line) <= width for line in text.splitlines())
    known = {word for line in (grid.headers, *grid.rows) for cell in line for word in cell.split()}
    names = {word for word in known if "/" in word}
    # What is not a whole word is a short name, or what says that there is no room.
    broken = {word for word in text.split() if word not in known and not word.startswith("─")}
    assert all(
        any(name.endswith(word) for name in names)
        for word in broken - {"no", "room", "for:"}
        if not word.endswith(",")
    )


@given(st.sets(st.lists(WORDS, min_size=1, max_size=4).map(lambda parts: "w/" + ".".join(parts))))
def test_short_names_are_ends_that_tell_names_apart(names: set[str]) -> None:
    short = shortest_ends(names)
    assert short.keys() == names
    assert len(set(short.values())) == len(names)
    assert all(name.endswith(end) for name, end in short.items())


def test_names_are_shortened_only_where_they_have_to_be() -> None:
    grid = Grid(("name", "tier"), (("warehouse/shop.sales.orders", "gold"),))
    assert "warehouse/shop.sales.orders" in drawn(grid, 80)
    narrow = drawn(grid, 20)
    assert ("sales.orders" in narrow, "warehouse" in narrow) == (True, False)


def test_the_last_columns_give_way_and_are_named() -> None:
    grid = Grid(("name", "tier", "owner", "by"), (("a" * 20, "gold", "team", "b" * 40),))
    text = drawn(grid, 60)
    assert ("a" * 20 in text, "b" * 40 in text, "no room for: by" in text) == (True, False, True)


def test_a_row_is_a_block_of_fields_where_no_table_fits() -> None:
    grid = Grid(("column name", "reason"), (("a" * 30, "b" * 30),))
    assert [line.split()[-1] for line in drawn(grid, 45).splitlines() if line.strip()] == ["a" * 30, "b" * 30]


def test_in_a_pipe_a_row_is_a_line_without_padding(capsys: pytest.CaptureFixture[str]) -> None:
    name = "warehouse/" + "very_" * 60 + "long"
    print_table(Grid(("name", "owner"), ((name, "[bold]team[/]"), ("a\tb", ""))))
    assert capsys.readouterr().out == f"name\towner\n{name}\t[bold]team[/]\na b\t\n"


def test_a_name_does_not_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(Grid(("name",), (("a\x1b[31mb\nc",),)))
    told = capsys.readouterr().out
    assert ("\x1b" in told, "b c" in told) == (False, True)
