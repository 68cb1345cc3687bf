"""In which panel of `headwater --help` each command stands, and in which order."""

import typer

Listed = typer.models.CommandInfo | typer.models.TyperInfo

PANELS = {
    "Run Headwater": "up demo status doctor migrate api worker bridge rebuild backup restore mcp version",
    "Send what there is": "ingest connect connectors connector",
    "Find things": """
        search datasets dataset jobs job assets asset likely-aliases orphans namespace-joins join-namespaces
        teams team
    """,
    "Follow the data": "lineage impact upstream paths diff ranking graph-map",
    "What broke": """
        incidents investigate timeline check active-alerts runs run pipelines pipeline pipeline-runs
        job-health timeliness anomalies assertions signals write-post-mortem labelled-cases backtest
    """,
    "What would break": """
        simulate breaking-changes simulations simulation consumers acknowledgements changes schema-versions
        version-diff dataset-schema-health
    """,
    "Queries and use": "queries query column-usage dataset-usage sql-problems",
    "Traces and metrics": "traces trace costly-spans query-metric metric-names",
    "Personal data": """
        pii compliance-report suggestions decide-suggestions classified-columns redactions purge
    """,
    "Events": """
        events event event-counts event-facts quarantine quarantine-reasons set-aside
        forecast-replay work
    """,
    "People and access": """
        subscribe unsubscribe subscriptions notifications keys access access-requests access-grants audit
    """,
}
PLACES = {
    command: (number, place)
    for number, commands in enumerate(PANELS.values())
    for place, command in enumerate(commands.split())
}


def arrange(app: typer.Typer) -> None:
    """Once all commands are there: people read the first panels, and seldom the last."""
    titles = tuple(PANELS)
    listed: list[Listed] = [*app.registered_commands, *app.registered_groups]
    for command in listed:
        if place := PLACES.get(command_name(command)):
            command.rich_help_panel = titles[place[0]]
    end = (len(titles), 0)
    app.registered_commands.sort(key=lambda command: PLACES.get(command_name(command), end))


def command_name(command: Listed) -> str:
    name = command.name or getattr(command.callback, "__name__", "")
    return str(name).replace("_", "-")
