"""Starts the `headwater` command with no more than the command needs.

`simulate` runs before every commit and merge, where it asks no server: it need not wait for the client.
"""

import sys


def run() -> None:
    if sys.argv[1:2] == ["simulate"]:
        import typer

        from headwater.cli.simulate_command import simulate

        one = typer.Typer(add_completion=False, context_settings={"help_option_names": ["-h", "--help"]})
        one.command()(simulate)
        one(args=sys.argv[2:], prog_name="headwater simulate")
        return
    from headwater.cli.main import app

    app()
