"""`headwater connect`: reads what a team already has, one command for each kind of source."""

from pathlib import Path
from typing import Annotated

import typer

from headwater.cli.console import UrlOption, exit_on_error

connect = typer.Typer(
    no_args_is_help=True,
    help="Read what a team already has: dbt projects, query logs, schemas, catalogs.",
)

Name = Annotated[
    str | None, typer.Option("--name", help="What its state is kept under. Default from the source.")
]
Again = Annotated[
    bool, typer.Option("--again", help="Read all from the beginning; what is known stays known.")
]
Wait = Annotated[bool, typer.Option("--wait/--no-wait", help="Wait until what was sent can be read.")]


@connect.command("dbt")
def connect_dbt(
    target: Annotated[Path, typer.Argument(help="The folder that holds manifest.json.")],
    namespace: Annotated[
        str | None,
        typer.Option(help="Of the warehouse, such as postgres://host:5432. Default as the profile says."),
    ] = None,
    profiles_dir: Annotated[Path | None, typer.Option(help="Folder of profiles.yml.")] = None,
    profile_target: Annotated[str | None, typer.Option(help="Target within the profile.")] = None,
    job_namespace: Annotated[
        str, typer.Option(help="Namespace of jobs, as OPENLINEAGE_NAMESPACE of dbt-ol.")
    ] = "dbt",
    runs: Annotated[
        bool, typer.Option("--runs/--no-runs", help="Send runs of models; dbt-ol sends them itself.")
    ] = True,
    name: Name = None,
    again: Again = False,
    wait: Wait = True,
    url: UrlOption = None,
) -> None:
    """Read a dbt project: models, sources, exposures, tests, freshness. Exit 1 if some could not be used."""
    from headwater.cli.connecting import run_connector
    from headwater.connectors.dbt import DbtOptions, connector

    options = DbtOptions(
        str(target),
        namespace,
        str(profiles_dir) if profiles_dir else None,
        profile_target,
        job_namespace,
        runs,
    )
    run_connector(connector(options), name, again, wait, url)


@connect.command("scheduled")
def connect_scheduled(
    name: Annotated[str | None, typer.Argument(help="One of the file. Default all of them.")] = None,
    file: Annotated[
        Path | None, typer.Option(help="YAML file of connectors.", envvar="HEADWATER_CONNECTORS_FILE")
    ] = None,
    again: Again = False,
    wait: Wait = True,
    url: UrlOption = None,
) -> None:
    """Run connectors of the settings file now, without waiting for their time."""
    from headwater.cli.connecting import run_scheduled

    with exit_on_error():
        run_scheduled(name, file, again, wait, url)
