"""Erasing a text from files of the home folder: tables of the lake, exports, and what processes logged.

A table of the lake is written anew beside itself, removed with every file of an earlier version, and written
back: at any moment one of the two is whole. An export is removed: it can be made again.
"""

import json
import os
from collections.abc import Iterator
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from headwater.store.erased_text import ErasedText
from headwater.store.lake.lake import Lake
from headwater.store.lake.place import LakePlace
from headwater.store.lake.table import LakeTable

# Beside the lake, in the home folder.
EXPORTS, LOGS = "exports", "logs"
# Of a table that is written anew.
NEW = "new"


def find_in_files(lake: Lake, erased: ErasedText) -> Iterator[tuple[str, int]]:
    """Each place that holds it, and in how many rows or lines."""
    for table in _tables(lake):
        if rows := _in_place(table.place, erased):
            yield f"lake {table.name}", rows
    for folder in (EXPORTS, LOGS):
        place = LakePlace(str(lake.home / folder))
        for file in place.files():
            if rows := _in_file(place, file, erased):
                yield f"file {folder}/{file}", rows


def erase_files(lake: Lake, erased: ErasedText) -> None:
    """Whatever `find_in_files` would find."""
    for table in _tables(lake):
        if table.beside(f"{table.name}.{NEW}").exists or _in_place(table.place, erased):
            _rewrite(table, erased)
    for folder, end in ((EXPORTS, Path.unlink), (LOGS, partial(_rewrite_log, erased=erased))):
        place = LakePlace(str(lake.home / folder))
        for file in place.files():
            if _in_file(place, file, erased):
                end(place.folder / file)


def _tables(lake: Lake) -> tuple[LakeTable, ...]:
    return (lake.events, lake.facts, *lake.telemetry.values())


def _in_place(place: LakePlace, erased: ErasedText) -> int:
    return sum(_in_file(place, file, erased) for file in place.files())


def _in_file(place: LakePlace, file: str, erased: ErasedText) -> int:
    """Rows of a Parquet file, also of one that no version of its table has any more; lines of any other.

    Its name counts as well: the values of a partition stand in names of folders.
    """
    with place.open(file) as opened:
        if file.endswith(".parquet"):
            found = sum(len(_holding(batch, erased)) for batch in pq.ParquetFile(opened).iter_batches())
        else:
            # Delta's own log among them: it holds the least and the greatest text of each file.
            found = sum(erased.found_in(line) for line in TextIOWrapper(opened, errors="replace"))
    return found + erased.found_in(file)


def _holding(batch: pa.RecordBatch, erased: ErasedText) -> list[int]:
    rows = batch.to_pylist()
    return [number for number, row in enumerate(rows) if erased.found_in(_shown(row))]


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _rewrite(table: LakeTable, erased: ErasedText) -> None:
    new = table.beside(f"{table.name}.{NEW}")
    if table.exists:
        new.place.remove()
        _copy(table, new, erased)
    # Else an earlier try ended here, and what it wrote is whole: a table is there once it is committed.
    table.place.remove()
    _copy(new, table, erased)
    new.place.remove()


def _copy(source: LakeTable, target: LakeTable, erased: ErasedText) -> None:
    if source.exists:
        batches = source.delta.to_pyarrow_dataset().to_batches()
        kept = pa.Table.from_batches([_cut_batch(batch, erased) for batch in batches])
        target.append(kept, source.position())


def _rewrite_log(file: Path, erased: ErasedText) -> None:
    new = file.with_name(f"{file.name}.new")
    with file.open(errors="replace") as lines, new.open("w") as kept:
        kept.writelines(map(erased.cut, lines))
    os.replace(new, file)


def _cut_batch(batch: pa.RecordBatch, erased: ErasedText) -> pa.RecordBatch:
    if not _holding(batch, erased):
        return batch
    return pa.RecordBatch.from_pylist([_cut(row, erased) for row in batch.to_pylist()], schema=batch.schema)


def _cut(value: Any, erased: ErasedText) -> Any:
    if isinstance(value, str):
        return erased.cut(value)
    if isinstance(value, list):
        return [_cut(one, erased) for one in value]
    if isinstance(value, dict):
        return {name: _cut(one, erased) for name, one in value.items()}
    if isinstance(value, tuple):
        # An entry of a map.
        return tuple(_cut(one, erased) for one in value)
    return value
