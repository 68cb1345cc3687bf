"""The options of `headwater simulate`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from headwater.cli.console import UrlOption
from headwater.cli.simulation_formats import SimulationFormat

if TYPE_CHECKING:
    from headwater.cli.simulate import Gate, Proposal, SimulationOutput

Scripts = Annotated[
    list[Path] | None,
    typer.Argument(metavar="SCRIPT", help="Scripts that change the dataset, one after the other, as --ddl."),
]
Table = Annotated[
    str | None, typer.Option("--table", help="The dataset that is to change. Offline a script names its own.")
]
DropColumn = Annotated[list[str], typer.Option(help="Drop this column. May be repeated.")]
Rename = Annotated[list[str], typer.Option(help="old=new. May be repeated.")]
Type = Annotated[list[str], typer.Option("--type", help="column=type. May be repeated.")]
AddColumn = Annotated[list[str], typer.Option(help="column=type. May be repeated.")]
Nullable = Annotated[list[str], typer.Option(help="Allow nulls in this column.")]
NotNull = Annotated[list[str], typer.Option(help="Forbid nulls in this column.")]
Script = Annotated[
    list[Path], typer.Option("--ddl", help="A script that changes the dataset instead. May be repeated.")
]
Model = Annotated[
    Path | None,
    typer.Option("--model", help="The new SELECT of the view or job that makes the dataset instead."),
]
OldModel = Annotated[
    Path | None,
    typer.Option("--old-model", help="With --model: the present one. Default what is known of it."),
]
DbtBase = Annotated[
    Path | None,
    typer.Option(help="Beside --dbt-head: the compiled manifest.json, or its folder, before a change."),
]
DbtHead = Annotated[
    Path | None, typer.Option(help="The one after it. All models whose SQL differs are simulated.")
]
DropTable = Annotated[bool, typer.Option("--drop-table", help="Drop the dataset.")]
SchemaFiles = Annotated[
    list[Path],
    typer.Option(
        "--schema",
        help="DDL or JSON with the tables; then no server is asked. A file or folder, may be repeated.",
    ),
]
QueryFiles = Annotated[
    list[Path],
    typer.Option(
        "--queries",
        help="Beside --schema: SQL, JSON lines or CSV with queries. A file or folder, may be repeated.",
    ),
]
SqlDialect = Annotated[
    str | None,
    typer.Option("--dialect", help="Of the script and, offline, of every text that does not say its own."),
]
Acknowledge = Annotated[
    Path | None,
    typer.Option(help="A JSON file of known breaks that may pass: finding, by, why, until."),
]
Hops = Annotated[int | None, typer.Option(help="How far the change is followed. Default 3.", min=1, max=20)]
Form = Annotated[SimulationFormat, typer.Option("--format", help="Output format.")]
Write = Annotated[list[str], typer.Option(help="format=file, such as sarif=found.sarif. May be repeated.")]
AllowNothing = Annotated[
    bool, typer.Option("--allow-nothing", help="Exit 0 where there is nothing to check, as before a commit.")
]
Wait = Annotated[
    bool, typer.Option("--wait", help="Wait until the worker has proved what engines have still to say.")
]
FailOn = Annotated[
    list[str], typer.Option(help="error, silent, unknown or score>=N; commas between. Default error.")
]


def simulate(
    scripts: Scripts = None,
    table: Table = None,
    drop_column: DropColumn = [],  # noqa: B006
    rename: Rename = [],  # noqa: B006
    type_: Type = [],  # noqa: B006
    add_column: AddColumn = [],  # noqa: B006
    nullable: Nullable = [],  # noqa: B006
    not_null: NotNull = [],  # noqa: B006
    ddl: Script = [],  # noqa: B006
    model: Model = None,
    old_model: OldModel = None,
    drop_table: DropTable = False,
    dbt_base: DbtBase = None,
    dbt_head: DbtHead = None,
    schema: SchemaFiles = [],  # noqa: B006
    queries: QueryFiles = [],  # noqa: B006
    dialect: SqlDialect = None,
    hops: Hops = None,
    form: Form = SimulationFormat.TEXT,
    write: Write = [],  # noqa: B006
    fail_on: FailOn = ["error"],  # noqa: B006
    allow_nothing: AllowNothing = False,
    acknowledge: Acknowledge = None,
    wait: Wait = False,
    url: UrlOption = None,
) -> None:
    """What a change would break. Exit 1 when --fail-on is met, 4 when there was nothing to check."""
    from headwater.cli.simulate import Gate, Proposal, SimulationOutput, proposed, run_offline, run_simulation

    options = {
        "drop_column": drop_column,
        "rename": rename,
        "type": type_,
        "add_column": add_column,
        "nullable": nullable,
        "not_null": not_null,
    }
    changes, files = proposed(options, drop_table), (*ddl, *(scripts or ()))
    proposal = Proposal(table, changes, files, model, old_model, dialect, hops, acknowledge)
    output, gate = SimulationOutput.read(form, write), Gate.read(fail_on, allow_nothing)
    with gate.ending():
        if dbt_base or dbt_head:
            _simulate_dbt(dbt_base, dbt_head, proposal, output, gate, url)
        elif schema or queries:
            run_offline(proposal, schema, queries, output, gate)
        else:
            run_simulation(proposal, output, gate, url, wait=wait)


def _simulate_dbt(
    base: Path | None,
    head: Path | None,
    proposal: "Proposal",
    output: "SimulationOutput",
    gate: "Gate",
    url: str | None,
) -> None:
    from headwater.cli.dbt_gate import run_dbt_gate

    if base is None or head is None:
        raise typer.BadParameter("--dbt-base and --dbt-head go together")
    if proposal.table or proposal.changes or proposal.file:
        raise typer.BadParameter("two manifests say what changes: give no other change beside them")
    run_dbt_gate(base, head, output, gate, url, proposal.known)
