"""Erasing a text from files of the home folder: tables of the lake, exports, and what processes logged.

A table of the lake is written anew into a folder that takes the place of the old one, so that no file of an
earlier version is left. An export is removed: it can be made again.
"""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from deltalake import CommitProperties, DeltaTable, Transaction, write_deltalake

from headwater.store.erased_text import ErasedText
from headwater.store.lake.lake import Lake
from headwater.store.lake.table import WRITER, LakeTable

# Beside the lake, in the home folder.
EXPORTS, LOGS = "exports", "logs"


def find_in_files(lake: Lake, erased: ErasedText) -> Iterator[tuple[str, int]]:
    """Each place that holds it, and in how many rows or lines."""
    for table in _tables(lake):
        if rows := sum(_in_file(file, erased) for file in _files(table.path)) + _in_table(table, erased):
            yield f"lake {table.path.name}", rows
    for folder in (EXPORTS, LOGS):
        for file in _files(_home(lake) / folder):
            if rows := _in_file(file, erased):
                yield f"file {file.relative_to(_home(lake))}", rows


def erase_files(lake: Lake, erased: ErasedText) -> None:
    """Whatever `find_in_files` would find."""
    for table in _tables(lake):
        if _in_table(table, erased) or any(_in_file(file, erased) for file in _files(table.path)):
            _rewrite(table, erased)
    for file in _files(_home(lake) / EXPORTS):
        if _in_file(file, erased):
            file.unlink()
    for file in _files(_home(lake) / LOGS):
        if _in_file(file, erased):
            _rewrite_log(file, erased)


def _tables(lake: Lake) -> tuple[LakeTable, ...]:
    return (lake.events, lake.facts, *lake.telemetry.values())


def _home(lake: Lake) -> Path:
    return lake.events.path.parent.parent


def _files(folder: Path) -> list[Path]:
    return sorted(one for one in folder.rglob("*") if one.is_file())


def _in_file(file: Path, erased: ErasedText) -> int:
    """Rows of a Parquet file, also of one that no version of its table has any more; lines of any other."""
    if file.suffix == ".parquet":
        parts = pq.ParquetFile(file).iter_batches()
        return sum(len(_holding(batch, erased)) for batch in parts) + erased.found_in(file.name)
    # Delta's own log among them: it holds the least and the greatest text of each file.
    with file.open(errors="replace") as lines:
        return sum(erased.found_in(line) for line in lines)


def _in_table(table: LakeTable, erased: ErasedText) -> int:
    """What stands in the names of folders, as the values of a partition do."""
    return sum(erased.found_in(str(one.relative_to(table.path))) for one in table.path.rglob("*"))


def _batches(table: LakeTable) -> Iterator[pa.RecordBatch]:
    if table.exists:
        yield from DeltaTable(table.path).to_pyarrow_dataset().to_batches()


def _holding(batch: pa.RecordBatch, erased: ErasedText) -> list[int]:
    rows = batch.to_pylist()
    return [number for number, row in enumerate(rows) if erased.found_in(_shown(row))]


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _rewrite(table: LakeTable, erased: ErasedText) -> None:
    new = table.path.with_name(f"{table.path.name}.new")
    shutil.rmtree(new, ignore_errors=True)
    kept = pa.Table.from_batches([_cut_batch(batch, erased) for batch in _batches(table)])
    write_deltalake(
        new,
        kept,
        partition_by=[table.partition_by] if table.partition_by else None,
        commit_properties=CommitProperties(app_transactions=[Transaction(WRITER, table.position())]),
    )
    shutil.rmtree(table.path)
    new.rename(table.path)


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
