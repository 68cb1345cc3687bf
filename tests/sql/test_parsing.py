"""Trees are parsed once and never changed."""

from pathlib import Path
from typing import Any

import pytest
from sqlglot.dialects.dialect import Dialect

from headwater.sql import parsing
from headwater.sql.limits import Budget
from headwater.sql.lineage import Relation, analyse
from tests.sql.case_files import CASES, paths, read


@pytest.mark.parametrize("path", paths(), ids=lambda path: str(path.relative_to(CASES).with_suffix("")))
def test_no_analysis_changes_what_was_parsed(path: Path) -> None:
    case = read(path)
    dialect = Dialect.get_or_raise(case.dialect)
    parsed = parsing.read(case.text, dialect, Budget(2)).trees
    before = [repr(tree) for tree in parsed]
    case.analysed()
    assert parsing.read(case.text, dialect, Budget(2)).trees is parsed
    assert [repr(tree) for tree in parsed] == before


def test_a_text_that_comes_with_other_schemas_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []
    parse = parsing._parse

    def counting(*given: Any) -> Any:
        parsed.append(given[1])
        return parse(*given)

    monkeypatch.setattr(parsing, "_parse", counting)
    text = "insert into parsed_once select * from t"
    for columns in (("a",), ("a", "b"), ("c",)):
        found = analyse(
            text, dialect="spark", inputs=[Relation("t", columns)], outputs=[Relation("parsed_once")]
        )
        assert tuple(found.written[0].columns) == columns
    assert parsed == [text]
