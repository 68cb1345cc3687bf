"""The page of benchmarks is written by measuring, and by nothing else."""

import pytest
from benchmarks.__main__ import PAGE, SECTIONS, main, wanted_sections


@pytest.mark.parametrize("arguments", [["--help"], ["nosuch"], ["--nosuch"]])
def test_asking_for_help_or_for_what_is_not_there_leaves_the_page_alone(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = PAGE.stat().st_mtime_ns
    monkeypatch.setattr("sys.argv", ["benchmarks", *arguments])
    with pytest.raises(SystemExit):
        main()
    assert PAGE.stat().st_mtime_ns == before


def test_everything_is_measured_if_nothing_is_named() -> None:
    assert wanted_sections([]) == [section.name for section in SECTIONS]
    assert wanted_sections(["ingest"]) == ["ingest"]
