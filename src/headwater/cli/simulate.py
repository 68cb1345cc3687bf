"""`headwater simulate`: what a change would break, and an exit code that can stop a pull request."""

import re
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer
from msgspec import structs

from headwater.answers.responses import KnownBreak
from headwater.cli.acknowledging import acknowledged, passing, read_known
from headwater.cli.console import FOUND, address, exit_on_error, fail, print_note, stderr
from headwater.cli.simulation_formats import SimulationFormat, render
from headwater.cli.simulation_formats.parts import SimulationReport
from headwater.documents.words import count

if TYPE_CHECKING:
    from headwater.answers.simulation import Simulation
    from headwater.cli.offline.answer import OfflineSimulation

NOTHING_TO_CHECK = 4
POLL_SECONDS = 0.5
# Without any proof for so long, the worker is not there.
PATIENCE_SECONDS = 60.0
SCORE = re.compile(r"score>=(\d{1,3})")


@dataclass(frozen=True, slots=True)
class Gate:
    """What makes the command end with 1."""

    error: bool = False
    silent: bool = False
    unknown: bool = False
    score: int | None = None
    allow_nothing: bool = False

    @classmethod
    def read(cls, words: Sequence[str], allow_nothing: bool = False) -> "Gate":
        """
        >>> Gate.read(["silent,score>=60"])
        Gate(error=True, silent=True, unknown=False, score=60, allow_nothing=False)
        """
        given: dict[str, Any] = {}
        for word in (part.strip() for one in words for part in one.split(",")):
            scored = SCORE.fullmatch(word)
            if scored:
                given["score"] = int(scored[1])
            elif word in ("error", "silent", "unknown"):
                # Who minds a silent change minds an error all the more.
                given |= {"error": True} if word == "silent" else {}
                given[word] = True
            else:
                raise typer.BadParameter(f"`{word}` is none of error, silent, unknown, score>=N")
        return cls(**given, allow_nothing=allow_nothing)

    @contextmanager
    def ending(self) -> Iterator[None]:
        """Ends with 0 instead of 4 where that is wanted."""
        try:
            yield
        except typer.Exit as ended:
            if ended.exit_code != NOTHING_TO_CHECK or not self.allow_nothing:
                raise

    def failed_gates(self, found: "Simulation | OfflineSimulation") -> list[str]:
        sides = (found.queries.counts, found.job_texts.counts)
        known = acknowledged(found)
        errors = sum(side.will_error for side in sides) - known["will_error"]
        silent = sum(side.will_silently_change for side in sides) - known["will_silently_change"]
        reasons = [f"{count(errors, 'text')} will error"] * bool(self.error and errors)
        reasons += [f"{count(silent, 'text')} will silently change"] * bool(self.silent and silent)
        reasons += ["not everything could be analysed"] * (self.unknown and not found.coverage.complete)
        if self.score is not None and found.impact_score >= self.score:
            reasons.append(f"the score of {found.impact_score} is at least {self.score}")
        return reasons


@dataclass(frozen=True, slots=True)
class Proposal:
    """What is to change: options of the command, or a file."""

    table: str | None
    changes: Sequence[Mapping[str, Any]] = ()
    scripts: Sequence[Path] = ()
    model: Path | None = None
    old_model: Path | None = None
    dialect: str | None = None
    hops: int | None = None
    known: Path | None = None
    """A file of acknowledgements."""

    @property
    def file(self) -> Path | None:
        """What proposes the change, where that is a file."""
        return self.scripts[0] if self.scripts else self.model


@dataclass(frozen=True, slots=True)
class SimulationOutput:
    """`files` are further formats, each with where it is written."""

    form: SimulationFormat
    files: Mapping[SimulationFormat, Path]

    @classmethod
    def read(cls, form: SimulationFormat, words: Sequence[str]) -> "SimulationOutput":
        files = {}
        for word in words:
            name, equals, path = word.partition("=")
            if not equals or not path or name not in list(SimulationFormat):
                raise typer.BadParameter(f"--write is given as format=file, not `{word}`")
            files[SimulationFormat(name)] = Path(path)
        return cls(form, files)


def proposed(options: Mapping[str, Sequence[str]], drop_table: bool) -> list[dict[str, Any]]:
    """The changes that the options name, in the order of this list of kinds."""
    changes: list[dict[str, Any]] = [
        {"change_type": "drop_column", "target": name} for name in options["drop_column"]
    ]
    for option, kind, field in (
        ("rename", "rename_column", "new_name"),
        ("type", "change_type", "new_type"),
        ("add_column", "add_column", "new_type"),
    ):
        for given in options[option]:
            name, equals, value = given.partition("=")
            if not equals or not name or not value:
                raise typer.BadParameter(f"--{option.replace('_', '-')} is given as column=…, not `{given}`")
            changes.append({"change_type": kind, "target": name, field: value})
    for option, nullable in (("nullable", True), ("not_null", False)):
        changes += [
            {"change_type": "change_nullable", "target": name, "nullable": nullable}
            for name in options[option]
        ]
    return changes + [{"change_type": "drop_table"}] * drop_table


def run_simulation(
    proposal: Proposal, output: SimulationOutput, gate: Gate, url: str | None, *, wait: bool = False
) -> None:
    """Asks a server."""
    _check(proposal)
    if proposal.table is None:
        raise typer.BadParameter("--table is missing")
    from headwater.cli.running import connect
    from headwater.client import requests

    known = read_known(proposal.known) if proposal.known else ()
    with exit_on_error(), stderr.status("simulating"):
        client = connect(address(url))
        found = client.send(
            requests.simulate(
                proposal.table,
                changes=proposal.changes or None,
                ddl="\n;\n".join(filter(None, map(_script, proposal.scripts))) or None,
                model_sql=_script(proposal.model),
                old_sql=_script(proposal.old_model),
                dialect=proposal.dialect,
                hops=proposal.hops,
            )
        )
    if found.proofs.waiting:
        print_note(_progress(found) + ("" if wait else "; `--wait` waits for them"))
    if wait:
        found = _proved(client, found)
    with exit_on_error():
        found = acknowledge_known(client, found, passing(known, found, datetime.now(UTC)))
    _deliver(found, proposal, output, gate)


def _proved(client: Any, found: "Simulation") -> "Simulation":
    """Once nothing waits any more, or nothing was proved for a while."""
    from headwater.client import requests

    patience = PATIENCE_SECONDS
    with exit_on_error(), stderr.status("waiting for proofs") as status:
        while found.proofs.waiting and patience > 0:
            time.sleep(POLL_SECONDS)
            later = client.send(requests.simulation(found.id))
            moved = later.proofs.waiting < found.proofs.waiting
            patience = PATIENCE_SECONDS if moved else patience - POLL_SECONDS
            found = later
            status.update(_progress(found))
    if found.proofs.waiting:
        print_note(f"{_progress(found)}; is the worker running?")
    return found


def _progress(found: "Simulation") -> str:
    return f"{found.proofs.proved} proved, {count(found.proofs.waiting, 'text')} being proved"


def acknowledge_known(client: Any, found: "Simulation", given: Sequence[KnownBreak]) -> "Simulation":
    """Tell the server what it does not know yet, as events of its log; they count here at once."""
    from headwater.answers.responses import Acknowledgement
    from headwater.client import requests

    held = {one.finding for one in found.acknowledgements}
    added = []
    for one in given:
        if one.finding not in held:
            said = client.send(requests.acknowledge(found.id, [one.finding], one.by, one.why, one.until))
            held.add(one.finding)
            added.append(
                Acknowledgement(one.finding, one.by, one.why, one.until, found.id, found.at, said.event_id)
            )
    known = structs.replace(found, acknowledgements=(*found.acknowledgements, *added))
    less = acknowledged(known)
    sides = (found.queries.counts, found.job_texts.counts)
    left = {
        name: sum(getattr(side, name) for side in sides) - less[name]
        for name in found.unacknowledged.__struct_fields__
    }
    return structs.replace(known, unacknowledged=structs.replace(found.unacknowledged, **left))


def run_offline(
    proposal: Proposal, schemas: Sequence[Path], queries: Sequence[Path], output: SimulationOutput, gate: Gate
) -> None:
    """Asks nobody: the files hold what is to be known."""
    _check(proposal)
    if not schemas:
        raise typer.BadParameter("--queries needs --schema beside it")
    from headwater.cli.offline.request import OfflineRequest, simulate_files

    asked = OfflineRequest(
        schemas,
        queries,
        proposal.table,
        proposal.changes,
        proposal.scripts,
        proposal.model,
        proposal.old_model,
        proposal.dialect,
        proposal.hops,
    )
    known = read_known(proposal.known) if proposal.known else ()
    with exit_on_error(), stderr.status("simulating"):
        found = simulate_files(asked)
    if found is None:
        nothing_to_check(
            "nothing to check: no table changes, or the files hold no query",
            "give a change, and a file with queries or views",
        )
    found = structs.replace(found, acknowledgements=passing(known, found, datetime.now(UTC)))
    for problem in found.coverage.problems:
        print_note(problem)
    _deliver(found, proposal, output, gate)


def _check(proposal: Proposal) -> None:
    if not proposal.changes and proposal.file is None:
        nothing_to_check("no change was given", "give --drop-column, --rename, --type, --ddl or another")
    if bool(proposal.changes) + bool(proposal.scripts) + (proposal.model is not None) > 1:
        raise typer.BadParameter("give either changes, or a script, or a model")


def _script(path: Path | None) -> str | None:
    if path is None:
        return None
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeError) as error:
        fail(f"{path} can't be read: {error}", "check the path; the script is to be UTF-8")


def nothing_to_check(problem: str, hint: str) -> NoReturn:
    try:
        fail(problem, hint)
    except SystemExit:
        raise typer.Exit(NOTHING_TO_CHECK) from None


def _deliver(
    found: "Simulation | OfflineSimulation", proposal: Proposal, output: SimulationOutput, gate: Gate
) -> None:
    """Data on stdout, the gate's reasons on stderr, and how it ended as the exit code."""
    tripped = gate.failed_gates(found)
    report = SimulationReport(found, str(proposal.file) if proposal.file else None, tuple(tripped))
    for form, path in output.files.items():
        try:
            path.write_text(render(report, form), encoding="utf-8")
        except OSError as error:
            fail(f"can't write {path}: {error}", "check the path")
    sys.stdout.write(render(report, output.form))
    for reason in tripped:
        print_note(f"gate: {reason}")
    if tripped:
        raise typer.Exit(FOUND)
    if not found.queries.total and not found.job_texts.total:
        print_note("no text that is known names this dataset")
        raise typer.Exit(NOTHING_TO_CHECK)
