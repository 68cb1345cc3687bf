"""`headwater backtest`: how often the Time Machine is right, on incidents whose cause is known."""

import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from headwater.cli.tables import print_table
from headwater.documents.formats import Grid
from headwater.documents.words import count
from headwater.errors import HeadwaterError
from headwater.settings import Settings
from headwater.timemachine.backtest import Figures, figures
from headwater.timemachine.generator.warehouse import JobLine

if TYPE_CHECKING:
    from headwater.timemachine.fitting import Example

MOST_GRAPH = 50_000_000
Progress = Callable[[str], None]


class GraphFileError(HeadwaterError):
    """The file holds no jobs that can be read."""

    code = "graph-file-unreadable"
    hint = 'write {"jobs": [{"name": "load", "inputs": ["orders"], "outputs": ["daily"]}]}'


def run_backtest(
    settings: Settings, seeds: range, fit: Path | None, graph: Path | None, progress: Progress
) -> list[Figures]:
    """Answers of both models to the incidents of these seeds; with `fit`, the model is fitted and written."""
    # Spark is imported only where it is needed: every other command starts without it.
    from headwater.pipeline.backtest import examples_of, outcomes_of
    from headwater.pipeline.session import start_session

    jobs = read_jobs(graph) if graph else ()
    progress("starting Spark")
    with tempfile.TemporaryDirectory() as scratch:
        spark = start_session(settings.model_copy(update={"home": Path(scratch)}), "headwater backtest")
        try:
            if fit is not None:
                progress(f"fitting to {count(len(seeds), 'incident')}")
                _fit(examples_of(spark, seeds), seeds, fit)
                return []
            progress(f"explaining {count(len(seeds), 'incident')}")
            return figures(outcomes_of(spark, seeds, jobs))
        finally:
            spark.stop()


def _fit(examples: "list[Example]", seeds: range, target: Path) -> None:
    from headwater.timemachine.fitting import fit_weights

    fitted = fit_weights(examples)
    command = f"headwater backtest --seed {seeds.start} --incidents {len(seeds)} --fit {target.name}"
    target.write_text(replace(fitted, made_by=command).to_json())


class _GraphFile(msgspec.Struct):
    jobs: list[JobLine]


def read_jobs(path: Path) -> tuple[JobLine, ...]:
    """The jobs of a file, between whose datasets incidents are to happen."""
    try:
        if path.stat().st_size > MOST_GRAPH:
            raise GraphFileError(f"{path} is larger than {MOST_GRAPH} bytes")
        held = msgspec.json.decode(path.read_bytes(), type=_GraphFile)
    except (OSError, msgspec.DecodeError) as error:
        raise GraphFileError(f"{path}: {error}") from error
    if not held.jobs:
        raise GraphFileError(f"{path} lists no jobs")
    return tuple(held.jobs)


def print_figures(found: list[Figures]) -> None:
    head = ("cause", "model", "incidents", "top-1", "top-3", "MRR", "calibration error", "named without path")
    rows = tuple(
        (
            one.kind,
            one.model,
            str(one.incidents),
            *(f"{value:.3f}" for value in (one.top_1, one.top_3, one.reciprocal_rank, one.calibration_error)),
            str(one.named_away),
        )
        for one in found
    )
    print_table(Grid(head, rows))
