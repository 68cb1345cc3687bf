"""The `headwater` command."""

import signal
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from headwater import __version__
from headwater.cli import access, keys, processes, questions
from headwater.cli.connect import connect
from headwater.cli.console import (
    FOUND,
    UrlOption,
    address,
    api_token,
    exit_on_error,
    fail,
    given,
    read_settings,
    stderr,
    stdout,
)
from headwater.cli.help_panels import arrange
from headwater.cli.simulate_command import simulate
from headwater.cli.tables import print_table
from headwater.documents.formats import Grid
from headwater.errors import HeadwaterError

if TYPE_CHECKING:
    from headwater.cli.up import System
    from headwater.client import Headwater
    from headwater.settings import Settings

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Where data comes from and goes to, what broke and why, what a change will break.",
)

# Of those that have run; `headwater connectors` lists all.
MAX_CONNECTORS = 50

HomeOption = Annotated[
    Path | None, typer.Option("--home", help="Folder where all data lives.", envvar="HEADWATER_HOME")
]
PortOption = Annotated[
    int | None, typer.Option("--port", help="Port of the API.", envvar="HEADWATER_PORT", min=1, max=65535)
]
HostOption = Annotated[
    str | None, typer.Option("--host", help="Address the API listens on.", envvar="HEADWATER_HOST")
]


def _print_version(wanted: bool) -> None:
    if wanted:
        stdout.print(__version__)
        raise typer.Exit


@app.callback()
def headwater(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", callback=_print_version, is_eager=True),
    ] = False,
    token: Annotated[
        str | None,
        typer.Option("--token", help="API key to ask with. HEADWATER_TOKEN keeps it from process lists."),
    ] = None,
) -> None:
    """Options of every command."""
    given.token = token


InsecureOption = Annotated[
    bool | None,
    typer.Option("--insecure", help="Serve without API keys, also where others can reach it."),
]


@app.command()
def up(
    home: HomeOption = None,
    port: PortOption = None,
    host: HostOption = None,
    insecure: InsecureOption = None,
) -> None:
    """Start everything: embedded PostgreSQL, the Spark worker and the API. Ctrl-C stops it."""
    # Imported here, as in every command below: `--help` must not wait for what only one of them needs.
    from headwater.cli.up import System

    settings = read_settings(home=home, port=port, host=host, insecure=insecure)
    with exit_on_error():
        system = System(settings, stderr)
    _run_system(system, System.await_worker)


@app.command()
def demo(
    home: HomeOption = None,
    port: PortOption = None,
    host: HostOption = None,
    insecure: InsecureOption = None,
) -> None:
    """Start everything with thirty days of a made-up shop in it, and show three things to try."""
    from headwater.api.web_app import BUILD, WebApp
    from headwater.cli.demo import load, things_to_try, with_old_traces
    from headwater.cli.up import System

    def after_start(system: System) -> None:
        load(system, stderr)
        stderr.print(things_to_try(system.server.url, WebApp(BUILD)), soft_wrap=True)

    settings = with_old_traces(read_settings(home=home, port=port, host=host, insecure=insecure))
    with exit_on_error():
        system = System(settings, stderr)
    _run_system(system, after_start)


@app.command()
def status(url: UrlOption = None) -> None:
    """How far the pipeline is, and how much there is. Exit 1 when it is behind or not running."""
    from headwater.cli.connecting import connector_rows
    from headwater.cli.default_view import cell
    from headwater.client.requests import list_connectors, pipeline_status

    with exit_on_error(), _server(url) as server:
        state = server.send(pipeline_status().as_json())
        connectors = server.send(list_connectors(limit=MAX_CONNECTORS))
    # `pop` runs before the union: the counts take the place of the object that held them.
    fields = (state | state.pop("totals")).items()
    rows = tuple((name.replace("_", " "), cell(value)) for name, value in fields if value is not None)
    print_table(Grid(("", ""), (*rows, *connector_rows(connectors))))
    if not state["worker_alive"] or state["lag_events"]:
        raise typer.Exit(FOUND)


@app.command()
def doctor(home: HomeOption = None, port: PortOption = None) -> None:
    """What this machine has, what is missing, what to do about it. Exit 1 when something is missing."""
    from headwater.cli.doctor import examine

    findings = list(examine(read_settings(home=home, port=port)))
    rows = [("ok" if found.ok else "missing", found.what, found.text) for found in findings]
    hints = [("", "", found.hint) for found in findings]
    pairs = zip(findings, rows, hints, strict=True)
    lines = [line for found, row, hint in pairs for line in ((row,) if found.ok else (row, hint))]
    print_table(Grid(("", "", ""), tuple(lines)))
    if not all(finding.ok for finding in findings):
        raise typer.Exit(FOUND)


@app.command()
def rebuild(home: HomeOption = None) -> None:
    """Throw away what is served and make it again from the log; readers see the old until it is done."""
    from headwater.cli.rebuild import run_rebuild

    with exit_on_error(), stderr.status("rebuilding") as spinner:
        done = run_rebuild(read_settings(home=home), lambda text: spinner.update(f"rebuilding: {text}"))
    stderr.print(f"rebuilt from {done.positions} positions of the log")
    for unknown in done.unknown:
        stderr.print(f"lost, as the log no longer holds the events: {unknown}")


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="File to write, such as headwater.backup.")],
    home: HomeOption = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file if it is there.")] = False,
) -> None:
    """Write database and lake to a file, while everything goes on: events, settings, keys and incidents."""
    from headwater.cli.backup import back_up

    with exit_on_error(), stderr.status("writing the backup"):
        size = back_up(read_settings(home=home), file, force)
    stderr.print(f"{file}: {size:,} bytes", markup=False)


@app.command()
def purge(
    identifier: Annotated[
        str | None, typer.Option("--identifier", help="Text that tells who somebody is, such as an address.")
    ] = None,
    dataset: Annotated[
        str | None,
        typer.Option("--dataset", help="Name of a dataset within its namespace, as events have it."),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Erase it. Otherwise only say where it is.")] = False,
    home: HomeOption = None,
) -> None:
    """Erase a person's identifier or a dataset from log, store and lake for good, and prove it."""
    from headwater.cli.purge import run_purge
    from headwater.documents.words import count

    with exit_on_error(), stderr.status("looking everywhere"):
        report = run_purge(read_settings(home=home), identifier, dataset, yes)
    for place, rows in report.before.items():
        stderr.print(f"{place}: in {count(rows, 'row')}", markup=False)
    if not yes:
        stderr.print(f"found in {count(len(report.before), 'place')}; --yes erases it")
        return
    for place, rows in report.after.items():
        stderr.print(f"{place}: still in {count(rows, 'row')}", markup=False)
    stderr.print(f"erased; it is now in {count(report.left, 'row')} of all tables and lake files")
    raise typer.Exit(1 if report.left else 0)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A file that `headwater backup` wrote.")],
    home: HomeOption = None,
) -> None:
    """Fill a new home, or an empty database, from a backup; all of it or nothing."""
    from headwater.cli.backup import restore as restore_file

    with exit_on_error(), stderr.status("restoring"):
        rows = restore_file(read_settings(home=home), file)
    stderr.print(f"restored {sum(rows.values()):,} rows, {rows.get('events', 0):,} events among them")


@app.command()
def ingest(
    files: Annotated[
        list[str],
        typer.Argument(
            help="JSON, NDJSON or log files (.gz too), folders of them, - for stdin; "
            "or a catalog as YAML or JSON."
        ),
    ],
    wait: Annotated[
        bool, typer.Option("--wait/--no-wait", help="Wait until what was sent can be read.")
    ] = True,
    url: UrlOption = None,
) -> None:
    """Send OpenLineage events, queries of a log, or a catalog. Exit 1 if some were refused, or none found."""
    from headwater.cli.ingest import ingest_files

    ingest_files(files, url, wait)


app.add_typer(connect, name="connect")
app.add_typer(access.app, name="access")
app.add_typer(keys.app, name="keys")
app.command()(keys.audit)
# `--help` lists commands in the order of registration.
questions.register(app)
app.command()(simulate)
processes.add_commands(app)


@app.command()
def timeliness(
    form: Annotated[
        questions.JudgementFormat, typer.Option("--format", help="Output format.")
    ] = questions.JudgementFormat.TABLE,
    url: UrlOption = None,
) -> None:
    """Which pipelines' data is late, and which runs take too long. Exit 1 when something is late."""
    from headwater.cli.timeliness import report_timeliness

    report_timeliness(form is questions.JudgementFormat.JSON, url)


@app.command()
def backtest(
    incidents: Annotated[int, typer.Option(help="How many incidents.", min=1, max=1_000_000)] = 2000,
    seed: Annotated[int, typer.Option(help="The first seed; each incident has one.", min=0)] = 100_000,
    graph: Annotated[
        Path | None, typer.Option(help="A JSON file of jobs to make incidents on, not random warehouses.")
    ] = None,
    fit: Annotated[Path | None, typer.Option(help="Fit the model to the incidents, write it here.")] = None,
    confirmed: Annotated[
        bool,
        typer.Option("--confirmed", help="Ask a running Headwater about its own incidents of known cause."),
    ] = False,
    url: UrlOption = None,
    past_days: Annotated[
        float | None,
        typer.Option(help="Explain the store's own failures of so many days instead.", min=0.01, max=3650),
    ] = None,
    home: HomeOption = None,
) -> None:
    """How often the Time Machine names the right cause, on generated incidents, beside its baseline.

    With `--past-days`, what it says of the latest failed runs and tests of the store, `--incidents` at most.
    """
    from headwater.cli.backtest import print_figures, run_backtest

    if confirmed:
        from headwater.cli.confirmed_cases import judge_confirmed

        judge_confirmed(url)
        return
    if past_days is not None:
        _backtest_past(read_settings(home=home), past_days, incidents)
        return
    with exit_on_error(), stderr.status("back-test") as spinner:
        found = run_backtest(
            read_settings(), range(seed, seed + incidents), fit, graph, lambda text: spinner.update(text)
        )
    if fit is not None:
        stderr.print(f"fitted numbers written to {fit}")
    else:
        print_figures(found)


def _backtest_past(settings: "Settings", days: float, most: int) -> None:
    from headwater.cli.past_backtest import print_past_figures, run_past_backtest

    with exit_on_error(), stderr.status("back-test") as spinner:
        found = run_past_backtest(settings, days, most, lambda text: spinner.update(text))
    if found:
        print_past_figures(found)
    else:
        stderr.print(f"nothing failed in the last {days:g} day{'s' * (days != 1)}")


@app.command()
def mcp(url: UrlOption = None) -> None:
    """Answer questions as MCP tools over standard input and output, from a running Headwater."""
    from headwater.cli.mcp import run_mcp

    run_mcp(address(url), api_token())


@app.command()
def version() -> None:
    """The version of this installation."""
    stdout.print(__version__)


def _run_system(system: "System", after_start: "Callable[[System], None]") -> None:
    # From the first process on: a TERM signal in the middle of the start must not leave any behind.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        system.start()
        after_start(system)
        stderr.print(f"running at {system.server.url}; Ctrl-C stops")
        system.run()
    except KeyboardInterrupt:
        stderr.print()
    except HeadwaterError as error:
        system.stop()
        fail(str(error), error.hint)
    system.stop()


def _server(url: str | None) -> "Headwater":
    from headwater.cli.running import connect

    return connect(address(url))


arrange(app)
