"""Compare what is installed and shipped with lists of known vulnerabilities, as far as these can be reached.

`make audit`. Each check says how many it looked up, what it found, and what it could not find out. It fails
where something was found; with `--complete`, for a release, also where something could not be looked up.
"""

import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pip._internal.models.index import PyPI

ROOT = Path(__file__).parent.parent
PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;]+)")
COMMIT = re.compile(r"^[0-9a-f]{40}$")
DIGEST = re.compile(r"@sha256:[0-9a-f]{64}$")
# Of one release. Its publisher can exchange it, but does not by releasing the next one.
RELEASE = re.compile(r":v?\d+(\.\d+)+([-+][\w.+-]*)?$")
USED = re.compile(r"^[ \t-]*(uses:|image:|FROM)[ \t]+[\"']?([^\s\"'#]+)", re.MULTILINE)
# Built from `deploy/Dockerfile`, not fetched.
OWN_IMAGE = "headwater:"
# What a user puts there.
PLACEHOLDER = "OWNER/headwater@COMMIT"
ACCEPTED = "application/vnd.pypi.simple.v1+json, text/html;q=0.5"
SECONDS = 300


@dataclass(slots=True)
class Check:
    """What one list says."""

    name: str
    looked_up: int = 0
    found: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    """What it was not able to look up, or why it could not be asked at all."""


def vulnerable_python(report: Mapping[str, Any]) -> Check:
    """From the JSON of pip-audit."""
    check = Check("Python packages with known vulnerabilities")
    for one in report.get("dependencies", ()):
        if "skip_reason" in one:
            check.unknown.append(one["name"])
            continue
        check.looked_up += 1
        check.found += [f"{one['name']} {one['version']}: {bug['id']}" for bug in one["vulns"]]
    return check


def vulnerable_web(report: Mapping[str, Any]) -> Check:
    """From the JSON of npm audit."""
    check = Check("npm packages with known vulnerabilities")
    if "vulnerabilities" not in report:
        check.unknown.append("npm's list of advisories can't be reached")
        return check
    check.looked_up = int(report["metadata"]["dependencies"]["total"])
    check.found = [f"{name}: {one['severity']}" for name, one in sorted(report["vulnerabilities"].items())]
    return check


Files = Mapping[str, str | None]
"""By name of the file, why it was taken back; None where it was not."""


def yanked(pins: Mapping[str, str], read: Callable[[str], Files]) -> Check:
    """Releases that their authors took back: `read` gives the files of a package."""
    check = Check("Python releases that were taken back")
    with ThreadPoolExecutor(8) as pool:
        listed = list(pool.map(lambda name: _files(read, name), pins))
    for (name, version), files in zip(pins.items(), listed, strict=True):
        reasons = [why for file, why in files.items() if _is_of(file, name, version)]
        if not reasons:
            check.unknown.append(name)
            continue
        check.looked_up += 1
        if None not in reasons:
            check.found.append(f"{name} {version}: {reasons[0]}")
    return check


def _files(read: Callable[[str], Files], name: str) -> Files:
    try:
        return read(name)
    except (OSError, ValueError):
        return {}


def index_page(body: str, is_json: bool) -> Files:
    """A package's page of an index, in either of its two forms."""
    if is_json:
        files = json.loads(body)["files"]
        return {one["filename"]: str(one["yanked"]) if one.get("yanked") else None for one in files}
    found = {}
    for attributes, name in re.findall(r"<a\s([^>]*)>\s*([^<]+?)\s*</a>", body):
        why = re.search(r'data-yanked(?:="([^"]*)")?', attributes)
        found[name] = (why[1] or "no reason given") if why else None
    return found


def _is_of(filename: str, name: str, version: str) -> bool:
    if filename.endswith(".whl"):
        told = filename.split("-")[:2]
    else:
        told = list(re.sub(r"\.(tar\.\w+|zip)$", "", filename).rpartition("-")[::2])
    return [_normal(told[0]), told[-1]] == [_normal(name), version]


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def unpinned(texts: Mapping[str, str]) -> Check:
    """Actions and images of these files that whoever publishes them could exchange."""
    check = Check("actions by commit, images by digest")
    for file, text in texts.items():
        for kind, named in USED.findall(text):
            if named.startswith(("./", OWN_IMAGE)) or named == PLACEHOLDER:
                continue
            check.looked_up += 1
            good = COMMIT.match(named.rpartition("@")[2]) if kind == "uses:" else DIGEST.search(named)
            if not good and kind != "uses:" and RELEASE.search(named):
                # A digest is only to be had from the registry that has the image.
                check.unknown.append(f"digest of {named} in {file}")
            elif not good:
                check.found.append(f"{file}: {named}")
    return check


def without_digest(lock: Mapping[str, Any]) -> Check:
    """Packages of the web app that are pinned by version alone."""
    check = Check("npm packages by digest")
    for name, one in lock["packages"].items():
        # What comes inside of another package is part of that one's digest.
        if name and not one.get("link") and not one.get("inBundle"):
            check.looked_up += 1
            check.found += [] if str(one.get("integrity", "")).startswith("sha512-") else [name]
    return check


def report(checks: Iterable[Check], complete: bool) -> Iterator[str]:
    """Lines for people."""
    for check in checks:
        yield f"{check.name}: {check.looked_up} looked up, {len(check.found)} found"
        yield from (f"  {one}" for one in check.found)
        if check.unknown:
            shown = ", ".join(check.unknown[:5]) + (", …" if len(check.unknown) > 5 else "")
            yield f"  {'ERROR: ' if complete else ''}{len(check.unknown)} could not be looked up: {shown}"


def failed(checks: Iterable[Check], complete: bool) -> bool:
    return any(check.found or (complete and check.unknown) for check in checks)


def pins(text: str) -> dict[str, str]:
    return {found[1]: found[2] for line in text.splitlines() if (found := PINNED.match(line))}


def _asked(command: list[str], folder: Path) -> Mapping[str, Any]:
    """What a program answers as JSON; nothing where it is not there, or has no answer."""
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False
        )
        answer = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return {}
    return answer if isinstance(answer, dict) else {}


def _from_index(name: str) -> Files:
    """From the index that pip itself asks."""
    index = os.environ.get("PIP_INDEX_URL") or PyPI.simple_url
    request = urllib.request.Request(f"{index.rstrip('/')}/{name}/", headers={"Accept": ACCEPTED})
    with urllib.request.urlopen(request, timeout=30) as reply:
        return index_page(reply.read().decode(), "json" in reply.headers.get_content_type())


def _workflows() -> dict[str, str]:
    command = ["git", "ls-files", "*.yml", "*.yaml", "*Dockerfile"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    return {name: (ROOT / name).read_text() for name in listed.stdout.decode().split()}


def main(arguments: list[str]) -> int:
    complete = "--complete" in arguments
    audit = [one for one in arguments if one != "--complete"] or ["pip-audit"]
    constraints = ROOT / "constraints.txt"
    options = ["--requirement", str(constraints), "--no-deps", "--disable-pip", "--format", "json"]
    python = vulnerable_python(_asked([*audit, *options, "--progress-spinner", "off"], ROOT))
    if not python.looked_up and not python.unknown:
        python.unknown.append("pip-audit gave no answer")
    checks = (
        python,
        vulnerable_web(_asked(["npm", "audit", "--json", "--package-lock-only"], ROOT / "web")),
        yanked(pins(constraints.read_text()), _from_index),
        unpinned(_workflows()),
        without_digest(json.loads((ROOT / "web" / "package-lock.json").read_text())),
    )
    print("\n".join(report(checks, complete)))
    return int(failed(checks, complete))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
