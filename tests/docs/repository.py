"""What the repository holds: its files, its prose, its Python."""

import ast
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


@cache
def files() -> tuple[Path, ...]:
    """Everything that is tracked, or will be."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout.decode()
    return tuple(path for name in listed.split("\0") if name and (path := ROOT / name).is_file())


def ending_in(*suffixes: str) -> list[Path]:
    return [path for path in files() if path.suffix in suffixes]


def shown(path: Path) -> str:
    """A path as test ids and messages show it."""
    return str(path.relative_to(ROOT))


def all_docs() -> str:
    """Everything that people read before the code."""
    return "\n".join(path.read_text() for path in ending_in(".md"))


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


@cache
def functions(path: Path) -> tuple[ast.FunctionDef | ast.AsyncFunctionDef, ...]:
    every = ast.walk(parsed(path))
    return tuple(node for node in every if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
