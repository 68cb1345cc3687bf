"""`headwater connect`: reads what a team already has, one command for each kind of source."""

from pathlib import Path
from typing import Annotated, Any

import typer

from headwater.cli.console import UrlOption, exit_on_error, fail, read_settings

connect = typer.Typer(
    no_args_is_help=True,
    help="Read what a team already has: dbt projects, query logs, schemas, catalogs, dashboards.",
)

Name = Annotated[
    str | None, typer.Option("--name", help="What its state is kept under. Default from the source.")
]
Again = Annotated[
    bool, typer.Option("--again", help="Read all from the beginning; what is known stays known.")
]
WarehouseNamespace = Annotated[
    str | None, typer.Option("--namespace", help="As OpenLineage names it. Default from the address.")
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


@connect.command("queries")
def connect_queries(
    files: Annotated[list[Path], typer.Argument(help="CSV or JSON Lines (.gz too), or folders of them.")],
    mapping: Annotated[
        str,
        typer.Option(
            help="Whose log it is: plain, postgresql-csvlog, pg-stat-statements, snowflake, "
            "snowflake-access-history, bigquery, redshift, trino or databricks."
        ),
    ] = "plain",
    column: Annotated[list[str], typer.Option(help="field=column, such as sql=stmt. May be repeated.")] = [],  # noqa: B006
    dialect: Annotated[str | None, typer.Option(help="SQL dialect. Default that of the mapping.")] = None,
    namespace: Annotated[
        str | None,
        typer.Option(help="Of the warehouse, where the log tells lineage: snowflake://account."),
    ] = None,
    fold: Annotated[
        bool | None,
        typer.Option(
            "--fold/--no-fold",
            help="Count each text by day and person on Spark first. Default from 100 MB on.",
        ),
    ] = None,
    name: Name = None,
    again: Again = False,
    wait: Wait = True,
    url: UrlOption = None,
) -> None:
    """Read query logs: who asked which SQL, when and how often. Exit 1 if some could not be used."""
    from headwater.cli.connecting import run_connector
    from headwater.cli.folding import spark_for_folding
    from headwater.connectors.query_log import QueryLogOptions, connector

    columns = dict(one.partition("=")[::2] for one in column)
    if not all(columns.values()):
        raise typer.BadParameter("--column is given as field=column")
    with exit_on_error():
        given = [str(file) for file in files]
        found = connector(QueryLogOptions(given, mapping, columns, dialect, namespace, fold))
    with spark_for_folding() as folded:
        run_connector(found.folding_with(folded), name, again, wait, url)


@connect.command("postgresql")
def connect_postgresql(
    address: Annotated[
        str,
        typer.Argument(
            help="Such as postgresql://user@host/db; it is never shown or stored.",
            envvar="WAREHOUSE_URL",
        ),
    ],
    namespace: WarehouseNamespace = None,
    name: Name = None,
    again: Again = False,
    wait: Wait = True,
    url: UrlOption = None,
) -> None:
    """Look at the tables and views of a PostgreSQL, and tell what changed since the last look."""
    _look({"url": address, "namespace": namespace}, name, again, wait, url)


@connect.command("duckdb")
def connect_duckdb(
    file: Annotated[Path, typer.Argument(help="A DuckDB file.")],
    namespace: WarehouseNamespace = None,
    name: Name = None,
    again: Again = False,
    wait: Wait = True,
    url: UrlOption = None,
) -> None:
    """Look at the tables and views of a DuckDB file, and tell what changed since the last look."""
    _look({"duckdb": str(file), "namespace": namespace}, name, again, wait, url)


@connect.command("ddl")
def connect_ddl(
    files: Annotated[list[Path], typer.Argument(help="Files with `create table` and `create view`.")],
    namespace: Annotated[str, typer.Option(help="Of the warehouse, such as snowflake://account.")],
    dialect: Annotated[str | None, typer.Option(help="SQL dialect of the files.")] = None,
    name: Name = None,
    again: Again = False,
    wait: Wait = True,
    url: UrlOption = None,
) -> None:
    """Read the tables and views of any database from its DDL, and tell what changed since the last time."""
    given = {"ddl": [str(file) for file in files], "namespace": namespace, "dialect": dialect}
    _look(given, name, again, wait, url)


def _look(given: dict[str, Any], name: str | None, again: bool, wait: bool, url: str | None) -> None:
    from headwater.cli.connecting import run_connector
    from headwater.connectors.warehouse import WarehouseOptions, connector

    with exit_on_error():
        found = connector(WarehouseOptions(**given))
    run_connector(found, name, again, wait, url, with_changes=True)


@connect.command("openmetadata")
def connect_openmetadata(
    address: Annotated[
        str | None,
        typer.Argument(help="Such as http://localhost:8585. Default HEADWATER_OPENMETADATA_URL or OM_URL."),
    ] = None,
    search: Annotated[
        str | None, typer.Option(help="List the tables that its own search finds, and read nothing.")
    ] = None,
    write_back: Annotated[
        bool,
        typer.Option(
            "--write-back",
            help="List lineage that Headwater knows and OpenMetadata lacks; read nothing.",
        ),
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="With --write-back: write it.")] = False,
    name: Name = None,
    again: Again = False,
    wait: Wait = True,
    url: UrlOption = None,
) -> None:
    """Read an OpenMetadata, with the token of HEADWATER_OPENMETADATA_TOKEN or OM_TOKEN."""
    from headwater.cli.connecting import run_connector
    from headwater.cli.openmetadata import print_found, write_missing
    from headwater.connectors.openmetadata import OpenMetadataOptions, connector

    settings = read_settings()
    found = address or settings.openmetadata_url
    if found is None:
        fail("no address of an OpenMetadata", "give it, or set OM_URL")
    with exit_on_error():
        reader = connector(OpenMetadataOptions(found, settings.openmetadata_token))
    if search is not None:
        print_found(reader, search)
    elif write_back:
        write_missing(reader, yes, url)
    else:
        run_connector(reader, name, again, wait, url)


@connect.command("dashboards")
def connect_dashboards(
    tool: Annotated[str, typer.Argument(help="metabase, superset or looker.")],
    place: Annotated[
        str, typer.Argument(help="The tool's address; Superset's export; or a folder of saved answers.")
    ],
    key: Annotated[
        str | None,
        typer.Option(help="API key or access token; it is never shown or stored.", envvar="DASHBOARDS_KEY"),
    ] = None,
    namespace: Annotated[
        str | None, typer.Option(help="Of its charts and dashboards. Default the tool and its host.")
    ] = None,
    name: Name = None,
    again: Again = False,
    wait: Wait = True,
    url: UrlOption = None,
) -> None:
    """Read charts and dashboards with the tables and columns they show. Exit 1 if some could not be used."""
    from headwater.cli.connecting import run_connector
    from headwater.connectors.dashboards import connector, read_options

    with exit_on_error():
        found = connector(read_options(tool, place, key, namespace))
    run_connector(found, name, again, wait, url)


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
