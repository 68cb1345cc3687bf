"""The example repository: its migrations, the action's own steps run by bash, and the hook's own entry."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.docs.repository import ROOT
from tests.github_api import GitHub, running_github

pytestmark = pytest.mark.process

EXAMPLE = ROOT / "examples" / "shop-migrations"
ACTION = yaml.safe_load((ROOT / "action.yml").read_text())
BREAKING, HARMLESS = "migrations/0007_amount_in_cents.sql", "migrations/0006_phone.sql"
EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")


@pytest.fixture
def github() -> Iterator[GitHub]:
    with running_github() as server:
        yield server


@pytest.fixture
def job(tmp_path: Path, github: GitHub) -> "Job":
    return Job(tmp_path, github)


class Job:
    """What a runner gives to the steps of an action; `headwater` is the one of this checkout."""

    def __init__(self, folder: Path, github: GitHub) -> None:
        command = folder / "headwater"
        command.write_text(f'#!/usr/bin/env bash\nexec {shlex.quote(sys.executable)} -m headwater "$@"\n')
        command.chmod(0o755)
        event = folder / "event.json"
        event.write_text(json.dumps({"pull_request": {"number": 7, "head": {"sha": "abc"}}}))
        self.output, self.summary = folder / "output", folder / "summary"
        self.environment = {
            **os.environ,
            "RUNNER_TEMP": str(folder),
            "GITHUB_OUTPUT": str(self.output),
            "GITHUB_STEP_SUMMARY": str(self.summary),
            "GITHUB_EVENT_PATH": str(event),
            "GITHUB_REPOSITORY": "shop/warehouse",
            "GITHUB_API_URL": github.url,
            "HEADWATER": str(command),
            "HEADWATER_PYTHON": sys.executable,
        }

    def run(self, **inputs: str) -> tuple[int, str]:
        """Every step but the installation, as the action lists them; the exit code and the log."""
        self.output.write_text("")
        given = {name: one.get("default", "") for name, one in ACTION["inputs"].items()}
        given |= {name.replace("_", "-"): value for name, value in inputs.items()}
        log = ""
        for step in ACTION["runs"]["steps"]:
            if step["name"] == "Install" or not self._wanted(step, given):
                continue
            names = {name: self._value(str(text), given) for name, text in step["env"].items()}
            ended = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
                cwd=EXAMPLE,
                env=self.environment | names,
                capture_output=True,
                text=True,
                check=False,
            )
            log += ended.stdout + ended.stderr
            if ended.returncode:
                return ended.returncode, log
        return 0, log

    def _wanted(self, step: Mapping[str, Any], inputs: Mapping[str, str]) -> bool:
        named = re.search(r"inputs\.([\w-]+) == 'true'", step.get("if", ""))
        return named is None or inputs[named[1]] == "true"

    def _value(self, text: str, inputs: Mapping[str, str]) -> str:
        known = {f"inputs.{name}": value for name, value in inputs.items()} | {
            f"steps.simulate.outputs.{name}": value for name, value in self.outputs.items()
        }
        known["github.action_path"] = str(ROOT)
        return EXPRESSION.sub(lambda found: known[found[1]], text)

    @property
    def outputs(self) -> dict[str, str]:
        lines = self.output.read_text().splitlines() if self.output.exists() else []
        return dict(line.split("=", 1) for line in lines)


FILES = {"schema": "schema.sql", "queries": "queries.jsonl", "dialect": "postgres", "token": "t"}


def test_a_breaking_migration_fails_the_job_after_everything_is_told(job: Job, github: GitHub) -> None:
    code, log = job.run(ddl=BREAKING, sarif="true", **FILES)
    assert code == 1
    assert "::error file=queries.jsonl,line=1,col=62" in log
    assert "will error" in job.summary.read_text()
    assert {name: job.outputs[name] for name in ("exit-code", "verdict", "errors", "silent")} == {
        "exit-code": "1",
        "verdict": "will_error",
        "errors": "4",
        "silent": "1",
    }
    job.run(ddl=BREAKING, **FILES)
    assert (len(github.comments), len(github.uploads)) == (1, 1)
    assert set(job.outputs) == set(ACTION["outputs"])


def test_a_harmless_migration_passes(job: Job, github: GitHub) -> None:
    code, _ = job.run(ddl=HARMLESS, fail_on="error,silent", comment="false", **FILES)
    assert (code, job.outputs["verdict"], github.comments) == (0, "safe", [])


def test_scripts_are_given_one_a_line(job: Job) -> None:
    code, log = job.run(ddl=f"{HARMLESS}\n{BREAKING}\n", **FILES)
    assert code == 1
    assert "add shop.customers.phone TEXT; add shop.orders.amount_cents BIGINT" in log


def test_nothing_to_check_passes_and_a_missing_file_fails(job: Job) -> None:
    code, log = job.run(table="shop.orders", **FILES)
    assert (code, job.outputs["exit-code"], "nothing to check" in log) == (0, "4", True)
    assert job.run(**{**FILES, "schema": "missing.sql", "ddl": BREAKING})[0] == 3


@pytest.mark.parametrize("words", ["$(touch owned)", "`touch owned`", '"; touch owned; "', "a'b"])
def test_no_input_becomes_part_of_a_script(job: Job, words: str) -> None:
    code, _ = job.run(**{**FILES, "table": words, "drop_column": words, "dialect": words, "schema": words})
    assert code == 3
    assert not (EXAMPLE / "owned").exists()


def test_no_action_of_others_is_used_but_by_its_full_hash() -> None:
    used = [step["uses"] for step in ACTION["runs"]["steps"] if "uses" in step]
    for path in EXAMPLE.rglob("*.yml"):
        used += re.findall(r"uses: (\S+)", path.read_text())
    others = [one for one in used if not one.startswith("OWNER/headwater@")]
    assert all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", one) for one in others)


def hook(*names: str) -> subprocess.CompletedProcess[str]:
    """As pre-commit runs it: the entry, then the arguments of the configuration, then the changed files."""
    (listed,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    (configured,) = yaml.safe_load((EXAMPLE / ".pre-commit-config.yaml").read_text())["repos"][0]["hooks"]
    assert configured["id"] == listed["id"]
    matching = [name for name in names if re.search(listed["files"], name)]
    _, *entry = shlex.split(listed["entry"])
    command = [sys.executable, "-m", "headwater", *entry, *configured["args"], *matching]
    return subprocess.run(command, cwd=EXAMPLE, capture_output=True, text=True, check=False)


def test_the_hook_stops_what_breaks_and_lets_the_rest_pass() -> None:
    codes = [hook(*names).returncode for names in ([BREAKING], [HARMLESS], [HARMLESS, BREAKING])]
    assert codes == [1, 0, 1]


def test_the_hook_lets_a_commit_without_a_migration_pass() -> None:
    assert hook("README.md", "schema.sql").returncode == 0


def test_the_readme_shows_what_is_printed() -> None:
    shown = re.search(r"```text\n(.*?)```", (EXAMPLE / "README.md").read_text(), re.DOTALL)
    assert shown is not None
    assert shown[1] in hook(BREAKING).stdout


def test_the_action_installs_all_that_an_offline_simulation_imports() -> None:
    listed = (ROOT / "scripts" / "action" / "requirements.txt").read_text().splitlines()
    names = {re.split(r"[\[<>=]", line)[0] for line in listed if line and not line.startswith("#")}
    pinned = {line.partition("==")[0] for line in (ROOT / "constraints.txt").read_text().splitlines()}
    assert {name.lower() for name in names} <= pinned
    code = (
        "import sys\nfrom headwater.cli.entry import run\n"
        "sys.argv = ['headwater', 'simulate', '--schema', 'schema.sql', '--queries', 'queries.jsonl',"
        f" {BREAKING!r}, '--format', 'sarif']\n"
        "try:\n    run()\nexcept SystemExit:\n    pass\n"
        "from importlib.metadata import packages_distributions as known\n"
        "found = {name.partition('.')[0] for name in sys.modules}\n"
        "print(*{one for name in found for one in known().get(name, ())}, file=sys.stderr)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], cwd=EXAMPLE, capture_output=True, text=True, check=False
    )
    loaded = set(ended.stderr.splitlines()[-1].lower().split())
    heavy = {"pyspark", "pandas", "numpy", "fastapi", "psycopg", "sqlalchemy", "httpx", "pyyaml"}
    assert loaded & heavy == set()
    assert {name.lower() for name in names} <= loaded
