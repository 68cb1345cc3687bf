"""TPC-H and TPC-DS as sqlglot's source package ships them: texts, schemas, small data. Never kept."""

import ast
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from headwater.sql.schemas import ColumnSchema, TableSchema

# By the name of the folder, the name of its schema in the package's helpers.
SUITES = {"tpc-h": "TPCH_SCHEMA", "tpc-ds": "TPCDS_SCHEMA"}
FETCH_SECONDS = 300


@dataclass(frozen=True, slots=True)
class Suite:
    """`data` has one file of rows for each table, in the order of its columns."""

    name: str
    texts: tuple[str, ...]
    schemas: Mapping[str, TableSchema]
    data: Mapping[str, Path]


@contextmanager
def suites() -> Iterator[list[Suite]]:
    """Both, from the source package of the sqlglot that is installed; gone again at the end."""
    with TemporaryDirectory(prefix="hwb") as folder:
        root = _fetched(Path(folder))
        helpers = ast.parse((root / "tests" / "helpers.py").read_text())
        yield [_suite(root, helpers, name) for name in SUITES]


def _fetched(folder: Path) -> Path:
    package = f"sqlglot=={version('sqlglot')}"
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"]
    subprocess.run([*command, "--dest", str(folder), package], check=True, timeout=FETCH_SECONDS)
    archive = next(folder.glob("sqlglot-*.tar.gz"))
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    return next(path for path in folder.iterdir() if path.is_dir())


def _suite(root: Path, helpers: ast.Module, name: str) -> Suite:
    folder = root / "tests" / "fixtures" / "optimizer" / name
    schemas = {
        table: TableSchema(table, tuple(ColumnSchema(*pair, nullable=True) for pair in columns.items()))
        for table, columns in _constant(helpers, SUITES[name]).items()
    }
    data = {table: folder / f"{table}.csv.gz" for table in schemas}
    return Suite(name, tuple(_texts(folder / f"{name}.sql")), schemas, data)


def _constant(module: ast.Module, name: str) -> dict[str, dict[str, str]]:
    for node in module.body:
        if isinstance(node, ast.Assign) and any(getattr(one, "id", None) == name for one in node.targets):
            found: dict[str, dict[str, str]] = ast.literal_eval(node.value)
            return found
    raise LookupError(f"no {name} in the package")


def _texts(path: Path) -> Iterator[str]:
    """Each text stands before the one that sqlglot's optimizer makes of it."""
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith(("--", "#"))]
    statements = [one.strip() for one in "\n".join(lines).split(";")]
    yield from (one for one in statements[:-1:2] if one)
