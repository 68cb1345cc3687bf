"""`python -m headwater` is the same as `headwater`."""

from headwater.cli.entry import run

run()
