"""What a cluster's executors need of us: this package, and the name of a Python that has its dependencies.

They share no folder with the driver. What they read of the database, they read by an address that comes
with each task, never by an option that somebody could list.
"""

import os
import zipfile
from collections.abc import Mapping
from pathlib import Path

from pyspark.sql import SparkSession

import headwater

# The web app is served by the API alone.
NOT_SENT = ("__pycache__", "web_build", "migrations")


def send_package(session: SparkSession, python: str, scratch: Path) -> None:
    """The driver's own code, so that versions can't differ."""
    context = session.sparkContext
    context.addPyFile(str(zip_package(scratch / "headwater.zip")))
    # Of functions made from now on. What Spark asks of Python on this machine was registered before.
    context.pythonExec = python


def zip_package(target: Path) -> Path:
    root = Path(headwater.__file__).parent
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(root.rglob("*")):
            if file.is_file() and not set(file.parts).intersection(NOT_SENT):
                archive.write(file, Path("headwater") / file.relative_to(root))
    return target


def submit_file(conf: Mapping[str, str], scratch: Path) -> Path:
    """For its owner alone; values may be passwords."""
    file = scratch / "submit.conf"
    file.unlink(missing_ok=True)
    text = "".join(f"{_escaped(key)} = {_escaped(value)}\n" for key, value in conf.items())
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as out:
        out.write(text)
    return file


def _escaped(text: str) -> str:
    r"""As Java reads properties.

    >>> _escaped("a b=c"), _escaped("line\nbreak")
    ('a\\ b\\=c', 'line\\nbreak')
    """
    plain = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return "".join(plain.get(one, f"\\{one}" if one in " =:#!" else one) for one in text)
