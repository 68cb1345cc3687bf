"""The command starts with no more than it needs."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.process

HEAVY = ("httpx", "pydantic_settings", "psycopg", "pyspark", "pandas", "fastapi", "sqlalchemy")
SIMULATE = """
import sys
sys.argv = ["headwater", "simulate", "--schema", "missing.sql", "--table", "t", "--drop-column", "a"]
from headwater.cli.entry import run
try:
    run()
except SystemExit as ended:
    print(ended.code, [name for name in {heavy} if name in sys.modules])
"""


def started(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False)


def test_an_offline_simulation_imports_neither_client_nor_store() -> None:
    ended = started("-c", SIMULATE.format(heavy=HEAVY))
    assert ended.stdout.strip() == "3 []"
    assert "missing.sql: can't be read" in ended.stderr


def test_every_other_command_is_there() -> None:
    assert "breaking-changes" in started("-m", "headwater", "--help").stdout
    assert "--fail-on" in started("-m", "headwater", "simulate", "--help").stdout
