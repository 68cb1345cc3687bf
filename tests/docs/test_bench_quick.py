"""What `make bench-quick` says fell: more processor time than was published, on a machine that is as slow."""

from benchmarks.quick import TITLE, YARDSTICK, Figure, compared, published
from benchmarks.table import table

PAGE = f"# Benchmarks\n\n## {TITLE}\n\nAbout.\n\n"


def figures(yardstick: float, taken: float, asked: float) -> list[Figure]:
    return [
        Figure(YARDSTICK, 1_000, 1, yardstick),
        Figure("taken", 100, 1, taken),
        Figure("`q`", 10, 1, asked),
    ]


def page(*found: Figure) -> str:
    shown = table(("what", "how many", "a second", "processor ms each"), [one.row() for one in found])
    return f"{PAGE}{shown}\n\n## Another\n\n| taken | 5 | 1 | 9.0 |\n"


def test_the_page_is_read_as_it_is_written() -> None:
    assert published(page(*figures(1, 2, 3))) == {YARDSTICK: 1.0, "taken": 20.0, "`q`": 300.0}
    assert published("# Benchmarks\n\n## Another\n\n| taken | 5 | 1 | 9.0 |\n") == {}


def test_what_takes_more_than_was_published_fell() -> None:
    rows, fell = compared(figures(1, 2, 4), published(page(*figures(1, 2, 3))))
    assert [row[-1] for row in rows] == ["1.00", "1.00", "1.33"]
    assert fell == ["`q`: 1.33 times the processor time that was published"]


def test_a_slower_machine_is_no_fall() -> None:
    assert compared(figures(2, 4, 6), published(page(*figures(1, 2, 3))))[1] == []
    assert compared(figures(1, 4, 6), published(page(*figures(2, 4, 6))))[1] != []


def test_what_was_never_published_is_new() -> None:
    rows, fell = compared(figures(1, 2, 3), {})
    assert {row[-1] for row in rows} == {"new"}
    assert fell == []
