"""Every command stands in a panel of the help, and every panel names commands that there are."""

from headwater.cli.help_panels import PANELS, PLACES, command_name
from headwater.cli.main import app

VISIBLE = {command_name(one) for one in app.registered_commands if not one.hidden}
GROUPS = {command_name(one) for one in app.registered_groups}


def test_every_command_has_a_panel() -> None:
    assert (VISIBLE | GROUPS) - set(PLACES) == set(), "add it to PANELS of cli/help_panels.py"


def test_a_panel_names_only_commands_that_there_are() -> None:
    assert set(PLACES) - VISIBLE - GROUPS == set()


def test_no_command_is_in_two_panels() -> None:
    assert sum(len(commands.split()) for commands in PANELS.values()) == len(PLACES)
