"""`headwater simulate --dbt-base A --dbt-head B`: what the changed models of a pull request would break."""

import json
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from msgspec import structs

from headwater.answers.simulation import SimulatedTexts, Simulation
from headwater.cli.acknowledging import passing, read_known
from headwater.cli.console import FOUND, address, exit_on_error, fail, print_note, stderr
from headwater.cli.running import connect
from headwater.cli.simulate import Gate, SimulationOutput, acknowledge_known, nothing_to_check
from headwater.cli.simulation_formats import SimulationFormat, render
from headwater.cli.simulation_formats.parts import SimulationReport
from headwater.client import Headwater, requests
from headwater.client.errors import NameNotFoundError, RequestRefusedError
from headwater.connectors.dbt.changes import ModelChange, ProjectChange, compare

if TYPE_CHECKING:
    from headwater.answers.responses import KnownBreak

SAME_MEANING = "it means what it meant"


def run_dbt_gate(
    base: Path, head: Path, output: SimulationOutput, gate: Gate, url: str | None, known: Path | None
) -> None:
    given = read_known(known) if known else ()
    with exit_on_error():
        change = compare(base, head)
    _tell_change(change)
    if not change.changed:
        nothing_to_check(
            "nothing to check: no model changes what it selects", "compare two compiled manifests"
        )
    with exit_on_error(), stderr.status("simulating") as spinner, connect(address(url)) as server:
        reports = []
        for number, model in enumerate(change.changed, 1):
            spinner.update(f"simulating {number} of {len(change.changed)}: {model.unique_id}")
            found = _simulated(server, change, model, given)
            if found is not None:
                reports.append(SimulationReport(found, model.file, tuple(gate.failed_gates(found))))
    _deliver(reports, change, output)


def _simulated(
    server: Headwater, change: ProjectChange, model: ModelChange, known: "Sequence[KnownBreak]"
) -> Simulation | None:
    """None for a model that means what it meant, or that the server has never seen."""
    try:
        found = server.send(_request(change, model))
    except NameNotFoundError:
        print_note(f"{model.unique_id}: the server knows no `{model.table}`; run `headwater connect dbt`")
        return None
    except RequestRefusedError as error:
        if SAME_MEANING not in str(error):
            raise
        print_note(f"{model.unique_id}: {SAME_MEANING}")
        return None
    found = acknowledge_known(server, found, passing(known, found, datetime.now(UTC)))
    return _without_changed_models(found, change)


def _request(change: ProjectChange, model: ModelChange) -> Any:
    if model.head is None:
        return requests.simulate(model.table, change_type="drop_table", dialect=change.dialect)
    return requests.simulate(model.table, model_sql=model.head, old_sql=model.base, dialect=change.dialect)


def _without_changed_models(found: Simulation, change: ProjectChange) -> Simulation:
    """The old text of a model that the same pull request changes is no longer there to break."""
    changed = {model.unique_id for model in change.changed}
    texts = found.job_texts
    left = tuple(one for one in texts.items if not one.jobs or {_name(job) for job in one.jobs} - changed)
    if len(left) == len(texts.items):
        return found
    gone = [one for one in texts.items if one not in left]
    names = sorted({_name(job) for one in gone for job in one.jobs})
    print_note(f"{found.asset.name}: not judged, as they change as well: {', '.join(names)}")
    counts = texts.counts
    for one in gone:
        counts = structs.replace(counts, **{one.verdict: getattr(counts, one.verdict) - 1})
    return structs.replace(found, job_texts=SimulatedTexts(texts.total - len(gone), counts, left))


def _name(job: str) -> str:
    return job.rpartition("/")[2]


def _tell_change(change: ProjectChange) -> None:
    gone = sum(model.head is None for model in change.changed)
    print_note(f"models: {len(change.changed) - gone} changed, {gone} gone, {len(change.added)} new")
    if change.not_compiled:
        names = ", ".join(change.not_compiled[:5])
        fail(
            f"{len(change.not_compiled)} changed models have no compiled SQL: {names}",
            "run `dbt compile` for both sides",
        )


def _deliver(reports: list[SimulationReport], change: ProjectChange, output: SimulationOutput) -> None:
    for form, path in output.files.items():
        try:
            path.write_text(render_all(reports, form), encoding="utf-8")
        except OSError as error:
            fail(f"can't write {path}: {error}", "check the path")
    sys.stdout.write(render_all(reports, output.form))
    tripped = [(report.proposal, reason) for report in reports for reason in report.tripped]
    for file, reason in tripped:
        print_note(f"gate: {file}: {reason}")
    if tripped:
        raise typer.Exit(FOUND)
    if not reports:
        nothing_to_check("nothing to check: no changed model is known", "read the project first")


def render_all(reports: Sequence[SimulationReport], form: SimulationFormat) -> str:
    """One document of all models: a list as JSON, one log of several runs as SARIF, else one by one."""
    written = [render(report, form) for report in reports]
    if form is SimulationFormat.JSON:
        return json.dumps([json.loads(one) for one in written], indent=2) + "\n"
    if form is SimulationFormat.SARIF and written:
        first, *others = (json.loads(one) for one in written)
        return json.dumps(
            {**first, "runs": [*first["runs"], *(run for one in others for run in one["runs"])]}
        )
    return "\n".join(written)
