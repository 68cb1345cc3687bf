"""Search results in a terminal: one line each, and what is worth knowing below."""

from headwater.answers.search import SearchPage, SearchResult, SearchTotals, TextMatch, TextRange
from headwater.cli.search_view import results_grid, summary


def result(kind: str, name: str, *matches: TextMatch, dropped: bool = False) -> SearchResult:
    return SearchResult(
        *(f"{kind}:shop/{name}", kind, "shop", name, None, None, "1", ("team",), None, dropped, None),
        matches=matches,
    )


def page(*items: SearchResult, suggestions: tuple[str, ...] = (), complete: bool = True) -> SearchPage:
    totals = SearchTotals(len(items), 0, 0, 0, 0, 0)
    return SearchPage(items, len(items), None, totals, suggestions, complete)


def test_a_result_tells_where_a_word_was_found_if_not_in_its_name() -> None:
    in_name = TextMatch("name", "orders", (TextRange(0, 6),))
    in_sql = TextMatch("sql", "x" * 50 + " orders " + "y" * 50, (TextRange(51, 57),))
    grid = results_grid(page(result("dataset", "orders", in_name), result("job", "load", in_sql)))
    assert grid.rows[0] == ("dataset", "shop/orders", "1", "team", "")
    assert grid.rows[1][-1] == "sql: … " + "x" * 23 + " orders " + "y" * 23 + " …"


def test_what_was_dropped_says_so() -> None:
    assert results_grid(page(result("dataset", "orders", dropped=True))).rows[0][0] == "dataset (dropped)"


def test_the_summary_counts_suggests_and_says_what_is_missing() -> None:
    assert summary(page()) == "nothing found"
    told = summary(page(result("dataset", "orders"), suggestions=("orders",), complete=False))
    assert told.splitlines() == [
        "1 dataset",
        "as typed there is nothing; perhaps: orders",
        "cut: too much fits to look at all of it; add a word",
    ]
