"""Image, compose file and chart: valid by the tools that judge them, and true to this project's own names.

`make test-deploy` brings the tools; without them, what needs them is skipped.
"""

import json
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from headwater.cli.main import app
from headwater.settings import Settings
from headwater.spark_variables import PREFIX as SPARK

DEPLOY = Path(__file__).parents[2] / "deploy"
CHART = DEPLOY / "helm" / "headwater"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text()
COMPOSE_TEXT = (DEPLOY / "compose.yaml").read_text()
COMPOSE = yaml.safe_load(COMPOSE_TEXT)
OURS = ("migrate", "api", "worker", "bridge")
TOOLS = os.environ.get("HEADWATER_TEST_DEPLOY")
needs_tools = pytest.mark.skipif(
    TOOLS is None,
    reason="DEPLOYMENT IS NOT VALIDATED: no helm, hadolint and schemas. `make test-deploy` has them",
)
# As little as possible, and everything at once.
VALUES = (
    "",
    "kafka.bootstrap=k:9092,worker.spark.executors=4,api.ingress.enabled=true,adminKey.existingSecret=s",
)


def tool(name: str, *arguments: str, text: str | None = None) -> str:
    done = subprocess.run(
        [f"{TOOLS}/{name}", *arguments], input=text, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def rendered(values: str) -> str:
    return tool("helm", "template", "r", str(CHART), *(["--set", values] if values else []))


def containers(values: str) -> Iterator[tuple[str, Any]]:
    for document in yaml.safe_load_all(rendered(values)):
        if document["kind"] in ("Deployment", "Job"):
            pod = document["spec"]["template"]["spec"]
            assert pod["securityContext"]["runAsNonRoot"] is True
            yield from ((document["metadata"]["name"], one) for one in pod["containers"])


@needs_tools
@pytest.mark.parametrize("values", VALUES, ids=["least", "all"])
def test_the_chart_is_valid_kubernetes(values: str, tmp_path: Path) -> None:
    tool("helm", "lint", "--strict", str(CHART))
    file = tmp_path / "all.yaml"
    file.write_text(rendered(values))
    tool("kubernetes-validate", "--strict", str(file))


@needs_tools
@pytest.mark.parametrize("values", VALUES, ids=["least", "all"])
def test_the_chart_runs_our_commands_with_no_rights_and_no_secret_in_it(values: str) -> None:
    found = dict(containers(values))
    assert {one["args"][0] for one in found.values()} <= set(OURS)
    for container in found.values():
        assert container["securityContext"]["readOnlyRootFilesystem"] is True
        names = {one["name"] for one in container["env"]}
        assert not unknown_settings(" ".join(names))
        assert "value" not in next(one for one in container["env"] if one["name"] == "HEADWATER_DATABASE_URL")


@needs_tools
def test_the_api_is_probed_where_it_answers() -> None:
    container = dict(containers(""))["r-headwater-api"]
    probes = {
        name: container[f"{name}Probe"]["httpGet"]["path"] for name in ("startup", "liveness", "readiness")
    }
    assert probes == {"startup": "/healthz", "liveness": "/healthz", "readiness": "/readyz"}


@needs_tools
def test_hadolint_has_nothing_against_the_image() -> None:
    tool("hadolint", str(DEPLOY / "Dockerfile"))


@needs_tools
def test_the_compose_file_is_one_by_the_specification() -> None:
    check = "import sys, compose_spec as c; one = c.PyCompose.from_json(sys.stdin.read()); one.validate()"
    tool("python", "-c", check, text=json.dumps(yaml.safe_load(interpolated(COMPOSE_TEXT))))


def interpolated(text: str) -> str:
    """With defaults in the place of variables, as Compose does it before it looks at the file."""
    return re.sub(r"\$\{\w+:([-?])([^}]*)\}", lambda found: found[2] if found[1] == "-" else "given", text)


def test_every_setting_that_is_named_exists() -> None:
    files = [file for file in DEPLOY.rglob("*") if file.is_file() and file.suffix != ".md"]
    assert not {file.name: wrong for file in files if (wrong := unknown_settings(file.read_text()))}


def unknown_settings(text: str) -> set[str]:
    named = {name for name in re.findall(r"\bHEADWATER_\w+", text) if not name.startswith(SPARK)}
    return named - {f"HEADWATER_{name.upper()}" for name in Settings.model_fields}


def test_every_process_is_a_command() -> None:
    commands = {one.name or one.callback.__name__ for one in app.registered_commands if one.callback}
    assert set(OURS) <= commands
    assert {service["command"][0] for name, service in COMPOSE["services"].items() if name in OURS} == set(
        OURS
    )


def test_images_have_versions_and_ours_is_no_root() -> None:
    images = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    images += [one["image"] for name, one in COMPOSE["services"].items() if name not in OURS]
    assert not [image for image in images if not re.search(r":v?\d+\.\d+", image)]
    assert re.findall(r"^USER (\S+)", DOCKERFILE, re.MULTILINE) == ["10001:10001"]


def test_files_that_are_mounted_exist() -> None:
    mounted = [volume for one in COMPOSE["services"].values() for volume in one.get("volumes", ())]
    paths = [volume.split(":")[0] for volume in mounted if volume.startswith("./")]
    assert paths
    assert not [path for path in paths if not (DEPLOY / path).exists()]


def test_what_the_image_is_made_of_exists() -> None:
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE)
    assert not [name for line in copied for name in line.split() if not (DEPLOY.parent / name).exists()]
