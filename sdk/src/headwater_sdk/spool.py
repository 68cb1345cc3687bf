"""A queue on disk for what could not be sent yet: one file a batch, in the order of their names.

Processes share the folder of a server. Two of them may send the same file; that does no harm, since the
server knows an event by its content.
"""

from __future__ import annotations

import hashlib
import os
import re
import threading
from collections import deque
from pathlib import Path

from headwater_sdk.batches import ROUTES, Batch

FILE = re.compile(r"(\d{20}-\d+-\d{9})\.(\d+)\.(\w+)\.json\.gz")


class Spool:
    """`add` says whether there was room; a disk that is full or read-only has none."""

    def __init__(self, folder: Path | None, limit: int, url: str) -> None:
        # Of two servers, neither gets what was meant for the other.
        self._folder = folder and folder / hashlib.sha256(url.encode()).hexdigest()[:16]
        self._limit, self._lock = limit, threading.RLock()
        self._names: deque[str] = deque()
        self._size = 0
        self._look()

    def add(self, batch: Batch) -> bool:
        if self._folder is None:
            return False
        with self._lock:
            if self._size + len(batch.body) > self._limit:
                # Another process may have sent some of it.
                self._look()
            if self._size + len(batch.body) > self._limit or not self._write(batch):
                return False
            self._size += len(batch.body)
            name = _file_name(batch)
            if self._names and name < self._names[-1]:
                self._look()
            else:
                self._names.append(name)
            return True

    def oldest(self) -> Batch | None:
        """The next to be sent, also if another process left it; None if there is none."""
        with self._lock:
            if not self._names:
                self._look()
            while self._folder is not None and self._names:
                found = FILE.fullmatch(self._names[0])
                try:
                    body = (self._folder / self._names[0]).read_bytes()
                except OSError:
                    body = b""
                if found and body:
                    return Batch(found[1], found[3], int(found[2]), body)
                self._names.popleft()
        return None

    def remove(self, batch: Batch) -> None:
        if self._folder is None:
            return
        with self._lock:
            name = _file_name(batch)
            if self._names and self._names[0] == name:
                self._names.popleft()
            try:
                os.unlink(self._folder / name)
                self._size = max(0, self._size - len(batch.body))
            except OSError:
                # Sent by another process, or a folder that can no longer be written: it is sent twice then.
                return

    def forget_locks(self) -> None:
        """After a fork: whoever held them is not in this process."""
        self._lock = threading.RLock()

    def __bool__(self) -> bool:
        """Whether anything waits here."""
        return bool(self._names)

    @property
    def events(self) -> int:
        with self._lock:
            return sum(int(name.split(".")[1]) for name in self._names)

    def _write(self, batch: Batch) -> bool:
        assert self._folder is not None
        unfinished = self._folder / f"{batch.name}.tmp"
        try:
            # Events can hold what is nobody else's business.
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            unfinished.write_bytes(batch.body)
            os.replace(unfinished, self._folder / _file_name(batch))
        except OSError:
            try:
                os.unlink(unfinished)
            except OSError:
                return False
            return False
        return True

    def _look(self) -> None:
        """What lies in the folder now."""
        names, self._size = [], 0
        try:
            with os.scandir(self._folder or "") as found:
                for entry in found:
                    match = FILE.fullmatch(entry.name)
                    if match and match[3] in ROUTES:
                        names.append(entry.name)
                        self._size += entry.stat().st_size
        except OSError:
            # Not there yet, or not readable: as good as empty.
            names = []
        self._names = deque(sorted(names))


def _file_name(batch: Batch) -> str:
    return f"{batch.name}.{batch.size}.{batch.kind}.json.gz"
