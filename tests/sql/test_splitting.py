"""A script is cut at the semicolons that end a statement, and at no others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.sql.splitting import split, without_values

# Pieces that each hold a semicolon which ends nothing, by dialect.
QUOTED: dict[str | None, list[str]] = {
    None: ["select ';'", 'select ";" from t', "select 1 -- a; b\n+ 2", "select /* ; */ 1", "select 'it''s;'"],
    "mysql": [r"select 'it\';s'", "select `a;b`", "select 1 # a; b\n+ 2", 'select "a;b"'],
    "postgres": [
        "select $$a;b$$",
        "select $x$ ; $$ ; $x$",
        "select {{ ref('a;b') }}",
        "{# it's; #} select 1",
    ],
    "bigquery": ["select '''a;'b'''", "select `p-q.d;t`"],
    "tsql": ["select [a;b]", "create procedure p as begin select 1; select case when 1 = 1 then 2 end; end"],
    "snowflake": ["select 1 // a; b\n+ 2", r"select 'a\';b'"],
}


@pytest.mark.parametrize("dialect", list(QUOTED))
@given(data=st.data())
def test_any_row_of_statements_comes_apart_again(dialect: str | None, data: st.DataObject) -> None:
    known = [*QUOTED[dialect], "select 1", "insert into t values (1)"]
    chosen = data.draw(st.lists(st.sampled_from(known), max_size=6))
    gaps = data.draw(
        st.lists(st.sampled_from([";", " ;\n", ";;\n  ", ";\n-- note; more\n"]), min_size=6, max_size=6)
    )
    text = "".join(one + gap for one, gap in zip(chosen, gaps, strict=False))
    found = list(split(text, dialect))
    assert [one.text.rpartition("-- note; more\n")[2] for one in found] == chosen
    lines = text.split("\n")
    for one in found:
        first = one.text.partition("\n")[0]
        assert lines[one.line - 1][one.column - 1 :].startswith(first)
        assert one.closed


@pytest.mark.parametrize(
    "text", ["select 'abc", "select /* abc", "select $a$ b", "{# abc", 'select 1; select "x']
)
def test_what_never_ends_is_told_of_the_statement_it_begins_in(text: str) -> None:
    assert [one.closed for one in split(text, "postgres")][-1] is False


@pytest.mark.parametrize("letter", ["'", '"', "/*", "$a$", "{{", "{#", ";", "-- ", "`", "begin "])
def test_two_megabytes_of_one_opening_are_read_in_no_time(letter: str) -> None:
    whole = letter * (2_000_000 // len(letter))
    assert sum(1 for _ in split(whole, "duckdb")) <= 1


def test_names_stay_when_values_go() -> None:
    plain = without_values("select 'orders' -- orders\nfrom \"Orders\" /* orders */", None)
    assert plain.split() == ["select", "from", '"Orders"']
