"""Where the lake is: a folder of this machine, or a place in an object store, by one set of calls.

What an object store is reached with is read from the environment, by the names that its vendor's own tools
have for it: `AWS_ENDPOINT_URL`, `AWS_REGION`, `AWS_ACCESS_KEY_ID` and so on.
"""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
from deltalake.exceptions import DeltaError
from deltalake.fs import DeltaStorageHandler
from pyarrow import fs

from headwater.errors import LakeUnreachableError

# That a store is away shows within seconds; what was to be written waits for the next batch.
STORE_OPTIONS = {"connect_timeout": "3s", "timeout": "60s", "max_retries": "2", "retry_timeout": "10s"}
# Errors of the store come as a tree drawn in colours over several lines.
DRAWING = re.compile(r"\x1b\[[0-9;]*m|[↳\n]|\s{2,}")
MAX_REASON = 300


@dataclass(frozen=True, slots=True)
class LakePlace:
    address: str

    @property
    def is_remote(self) -> bool:
        return "://" in self.address

    @property
    def folder(self) -> Path:
        """Of a place on this machine."""
        assert not self.is_remote
        return Path(self.address)

    @property
    def options(self) -> dict[str, str] | None:
        return STORE_OPTIONS if self.is_remote else None

    def below(self, name: str) -> "LakePlace":
        return LakePlace(f"{self.address}/{name}")

    def files(self) -> list[str]:
        """Every file, whether a version of the table has it or none; by names within this place."""
        everything = fs.FileSelector("", recursive=True, allow_not_found=True)
        with told_if_unreachable(self):
            found = self._files().get_file_info(everything)
        return sorted(one.path for one in found if one.is_file)

    def open(self, file: str) -> pa.NativeFile:
        with told_if_unreachable(self):
            return self._files().open_input_file(file)

    def remove(self) -> None:
        if not self.is_remote:
            shutil.rmtree(self.address, ignore_errors=True)
            return
        files = self._files()
        with told_if_unreachable(self):
            for file in self.files():
                files.delete_file(file)

    def check(self) -> None:
        """Raises if it can't be reached: asked before anything depends on it."""
        if self.is_remote:
            self.files()

    def _files(self) -> fs.FileSystem:
        if self.is_remote:
            return fs.PyFileSystem(DeltaStorageHandler(self.address, self.options))
        return fs.SubTreeFileSystem(self.address, fs.LocalFileSystem())


@contextmanager
def told_if_unreachable(place: LakePlace) -> Iterator[None]:
    """An error of the object store, as one of ours: without it, work goes on."""
    try:
        yield
    except (OSError, DeltaError) as error:
        if not place.is_remote:
            raise
        raise LakeUnreachableError(place.address, reason_of(str(error))) from error


def reason_of(text: str) -> str:
    """
    >>> reason_of("Generic S3 error\\n   \\x1b[31m↳\\x1b[0m Error performing list request\\n")
    'Generic S3 error: Error performing list request'
    """
    parts = [part.strip() for part in DRAWING.sub("\n", text).split("\n")]
    return ": ".join(part for part in parts if part)[:MAX_REASON]
