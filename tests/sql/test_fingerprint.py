"""Masked texts leak nothing and still parse; a fingerprint sees neither literals nor formatting."""

import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlglot import parse
from sqlglot.errors import ErrorLevel, SqlglotError

from headwater.sql.fingerprint import UNREADABLE, fingerprint, mask_literals, normalised
from tests.sql.case_files import paths, read

SECRET = "zqsecret"
DIALECTS = (
    None,
    "postgres",
    "mysql",
    "bigquery",
    "snowflake",
    "tsql",
    "oracle",
    "spark",
    "duckdb",
    "clickhouse",
)
BACKSLASHES = ("mysql", "bigquery", "snowflake", "spark", "clickhouse")


def quoted(value: str, dialect: str | None) -> str:
    """As the dialect escapes a quote."""
    inner = value.replace("\\", "\\\\") if dialect in BACKSLASHES else value
    return "'" + inner.replace("'", "\\'" if dialect == "bigquery" else "''") + "'"


@st.composite
def literals(draw: st.DrawFn, dialect: str | None) -> str:
    value = SECRET + draw(st.text(alphabet=string.ascii_letters + " '-/*;:$%\"#é", max_size=12)) + SECRET
    if dialect is None:
        value = value.replace("\\", "")
    kinds = [
        quoted(value, dialect),
        f"{draw(st.integers(10**6, 10**12))}",
        f"{draw(st.integers(10**6, 10**9))}.{draw(st.integers(100, 999))}",
        "date '2026-04-20'",
    ]
    if dialect == "postgres":
        plain = value.replace("$", "").replace("'", "")
        kinds += [
            f"$${plain}$$",
            f"$tag${plain}$tag$",
            f"N'{plain}'",
            "x'deadbeef'",
            f"E'{plain}\\'{SECRET}'",
        ]
    if dialect == "mysql":
        kinds += ['"' + value.replace('"', "") + '"', "0xdeadbeef"]
    if dialect == "oracle":
        kinds += ["q'[" + value.replace("]", "") + "]'"]
    if dialect == "duckdb":
        kinds += ["1_000_777", "0xdeadbeef"]
    return draw(st.sampled_from(kinds))


@st.composite
def texts(draw: st.DrawFn) -> tuple[str, str | None]:
    dialect = draw(st.sampled_from(DIALECTS))
    one = literals(dialect)
    comment = draw(st.sampled_from(["", f" -- {SECRET} it's\n", f" /* {SECRET} ' */ "]))
    values = ", ".join(draw(st.lists(one, min_size=1, max_size=4)))
    text = (
        f"select a, {draw(one)} as b{comment} from t\nwhere c = {draw(one)} and d in ({values})\n"
        f"  and e between {draw(one)} and {draw(one)} order by 1, a limit 7654321"
    )
    return text, dialect


def parses(text: str, dialect: str | None) -> bool:
    try:
        parse(text, read=dialect, error_level=ErrorLevel.IMMEDIATE)
    except SqlglotError:
        return False
    return True


@given(texts())
def test_no_literal_and_no_comment_is_left(example: tuple[str, str | None]) -> None:
    text, dialect = example
    masked = mask_literals(text, dialect)
    assert SECRET not in masked
    assert not re.search(r"\d{3,}|deadbeef|2026", masked)
    assert SECRET not in normalised(text, dialect)


@given(texts())
def test_a_masked_text_parses_wherever_the_original_did(example: tuple[str, str | None]) -> None:
    text, dialect = example
    if parses(text, dialect):
        assert parses(mask_literals(text, dialect), dialect)


@given(texts())
def test_masking_twice_changes_nothing_and_the_fingerprint_is_the_same(
    example: tuple[str, str | None],
) -> None:
    text, dialect = example
    masked = mask_literals(text, dialect)
    assert mask_literals(masked, dialect) == masked
    if masked != UNREADABLE:
        assert fingerprint(masked, dialect) == fingerprint(text, dialect)


@given(texts())
def test_a_masked_text_has_the_lines_of_the_original(example: tuple[str, str | None]) -> None:
    text, dialect = example
    if "\n" not in "".join(re.findall(r"'[^']*'", text)):
        assert len(mask_literals(text, dialect).split("\n")) in (1, len(text.strip().split("\n")))


@given(
    st.lists(
        st.sampled_from(["select", "a", "from", "T", "where", "x", "in", "(", "1", ",", "'a'", ")"]),
        max_size=20,
    )
)
def test_formatting_does_not_change_a_fingerprint(words: list[str]) -> None:
    plain = fingerprint(" ".join(words), "postgres")
    assert fingerprint("\n  ".join(words), "postgres") == plain
    assert fingerprint(" /* c */ ".join(words), "postgres") == plain
    upper = [word if "'" in word else word.upper() for word in words]
    assert fingerprint(" ".join(upper) + " ;", "postgres") == plain


@pytest.mark.parametrize("path", paths(), ids=lambda path: path.stem)
def test_the_texts_of_the_lineage_cases_stay_parseable(path: object) -> None:
    case = read(path)  # type: ignore[arg-type]
    masked = mask_literals(case.text, case.dialect)
    assert mask_literals(masked, case.dialect) == masked
    if parses(case.text, case.dialect) and masked != UNREADABLE:
        assert parses(masked, case.dialect)


def test_lists_of_any_length_are_one() -> None:
    texts_ = ["select a from t where b in (1)", "select a from t where b in (1, 2,\n 3)"]
    assert len({fingerprint(text, "postgres") for text in texts_}) == 1
    rows = ["insert into t values (1, 'a')", "insert into t values (1, 'a'), (2, 'b'), (3, 'c')"]
    assert len({fingerprint(text, "postgres") for text in rows}) == 1


def test_places_units_and_sizes_stay() -> None:
    text = "select date_trunc('month', a), b::decimal(10, 2) from t group by 1, 2 order by 2 desc"
    assert mask_literals(text, "postgres") == text


def test_a_quoted_name_is_no_literal() -> None:
    assert mask_literals('select "Total" from t', "postgres") == 'select "Total" from t'
    assert fingerprint('select "Total" from t', "postgres") != fingerprint(
        'select "total" from t', "postgres"
    )


def test_a_text_that_cannot_be_split_is_masked_whole() -> None:
    assert mask_literals("select 'open", "postgres") == UNREADABLE
    assert mask_literals("select 'O\\'Brien'", None) == UNREADABLE
    assert fingerprint("select 'open", "postgres") != fingerprint("select 'other", "postgres")


def test_what_follows_a_command_is_masked_too() -> None:
    assert SECRET not in mask_literals(f"execute pay('{SECRET}', 77777)", "postgres")
    assert SECRET not in mask_literals(f"do $$ begin insert into t select '{SECRET}'; end $$", "postgres")
