"""Graphs from files, for the back-test; its figures are tested beside the engine."""

from pathlib import Path

import pytest

from headwater.cli.backtest import GraphFileError, read_jobs


def test_a_file_of_jobs_is_read(tmp_path: Path) -> None:
    file = tmp_path / "graph.json"
    file.write_text('{"jobs": [{"name": "load", "inputs": ["orders"], "outputs": ["daily"]}]}')
    (job,) = read_jobs(file)
    assert (job.name, job.inputs, job.outputs, job.columns) == ("load", ("orders",), ("daily",), ())


@pytest.mark.parametrize("text", ["", "[]", '{"jobs": []}', '{"jobs": [{"inputs": []}]}', "no json"])
def test_a_file_that_holds_no_jobs_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "graph.json"
    file.write_text(text)
    with pytest.raises(GraphFileError):
        read_jobs(file)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GraphFileError):
        read_jobs(tmp_path / "none.json")
