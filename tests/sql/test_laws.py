"""A text that is understood only in part says so: the tables that it names are read, written or told."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlglot.dialects.dialect import Dialect
from sqlglot.errors import SqlglotError
from sqlglot.tokenizer_core import Token, TokenType

from headwater.sql.lineage import Analysis, Relation, analyse
from tests.sql.case_files import CASES, Case, paths, read

T, U, O = Relation("t", ("a", "b")), Relation("u", ("a", "c")), Relation("o")  # noqa: E741
# Behind these words inside of these functions stands no table: `extract(day from a)`.
FUNCTIONS = {"extract", "trim", "substring", "position", "overlay"}
NAMES = {TokenType.VAR, TokenType.IDENTIFIER}
# Strange words, each at every place of a text that is read without a problem.
STRANGE = ("frobnicate", "using", "as", "(", "from", "select", "with", "of", "->", "join", "union", "'x'")
TEXTS = (
    "insert into o (x) select t.a from t join u on t.a = u.a where u.c > 1",
    "create table o as select s.a, u.c from (select a from t) as s left join u on s.a = u.a",
    "create view o as select a from t where b in (select c from u) union all select c from u",
    "merge into o using (select t.a, u.c from t join u on t.a = u.a) as s on o.x = s.a "
    "when matched then update set y = s.c",
    "update o set x = t.a from t join u on t.a = u.a where u.c = 1",
)
DIALECTS = (None, "postgres", "snowflake", "bigquery", "spark", "tsql", "duckdb", "clickhouse", "oracle")


def named(text: str, dialect: str | None) -> Iterator[str]:
    """The last words of the names behind `from` and `join`, as plain tokens have them."""
    around: list[str] = []
    tokens = list(Dialect.get_or_raise(dialect).tokenize(text))
    for place, token in enumerate(tokens):
        if token.text == "(":
            around.append(tokens[place - 1].text.lower() if place else "")
        elif token.text == ")" and around:
            around.pop()
        elif token.text.lower() in ("from", "join") and not (around and around[-1] in FUNCTIONS):
            yield from _name_behind(tokens[place + 1 :])


def _name_behind(tokens: list[Token]) -> Iterator[str]:
    if tokens and tokens[0].token_type in NAMES:
        dotted = len(tokens) > 2 and tokens[1].text == "."
        if not dotted and not (len(tokens) > 1 and tokens[1].text == "("):
            yield tokens[0].text.lower()


def found_in(analysis: Analysis) -> set[str]:
    names = {name for written in analysis.written for name, _ in written.sources}
    return names | {written.relation for written in analysis.written}


def silent(text: str, dialect: str | None) -> set[str]:
    """Tables that the text names, and the analysis neither names nor says that it could not read them."""
    analysis = analyse(text, dialect=dialect, inputs=[T, U], outputs=[O])
    try:
        wanted = {name for name in named(text, dialect) if name in ("t", "u")}
    except SqlglotError:
        return set()
    return wanted - found_in(analysis) if not analysis.problems else set()


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("text", TEXTS)
def test_a_strange_word_anywhere_is_read_or_told(text: str, dialect: str | None) -> None:
    words = text.split()
    for place in range(1, len(words) + 1):
        for strange in STRANGE:
            changed = " ".join([*words[:place], strange, *words[place:]])
            assert silent(changed, dialect) == set(), changed


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("text", TEXTS)
def test_a_word_that_is_lost_is_missed_or_told(text: str, dialect: str | None) -> None:
    words = text.split()
    for place in range(len(words)):
        changed = " ".join([*words[:place], *words[place + 1 :]])
        assert silent(changed, dialect) == set(), changed


def statements_beside(case: Case, rng: random.Random) -> Iterator[str]:
    yield f"frobnicate {rng.choice('tu')} into o;\n{case.text}"
    yield f"{case.text.rstrip().rstrip(';')};\nselect from where {rng.choice('tu')}"


@pytest.mark.parametrize("path", paths(), ids=lambda path: str(path.relative_to(CASES).with_suffix("")))
def test_a_statement_that_nobody_knows_is_told_beside_any_other(path: Path) -> None:
    case = read(path)
    for text in statements_beside(case, random.Random(str(path.name))):
        analysis = analyse(text, dialect=case.dialect, inputs=case.inputs, outputs=case.outputs)
        assert analysis.problems, text
