"""`python -m headwater` is the same as `headwater`."""

from headwater.cli.main import app

app()
