"""Files that are no text are refused with their name and line."""

from pathlib import Path

import pytest

from headwater.cli.offline import texts
from headwater.cli.offline.texts import read_file
from headwater.errors import BadInputError


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"select 1;\n\xff\xfe", "f.sql:2: is not UTF-8 text: byte 0xff"),
        (b"select 1\n\n\x00", "f.sql:3: holds a NUL character"),
        (bytes(range(256)), "f.sql:"),
    ],
)
def test_binary_is_refused_with_its_line(tmp_path: Path, content: bytes, told: str) -> None:
    (tmp_path / "f.sql").write_bytes(content)
    with pytest.raises(BadInputError) as refused:
        read_file(tmp_path / "f.sql")
    assert told in str(refused.value)


def test_a_missing_file_and_a_folder_are_named(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.sql", tmp_path):
        with pytest.raises(BadInputError, match="can't be read"):
            read_file(path)


def test_a_file_over_the_budget_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "MOST_BYTES", 10)
    (tmp_path / "f.sql").write_text("select 1, 2, 3")
    with pytest.raises(BadInputError, match="at most 10 are read"):
        read_file(tmp_path / "f.sql")
