"""Writes the client's calls from the registry of questions: `client/requests.py` and `client/calls.py`.

    make reference

They are checked in, so that editors and mypy see them; a test compares what this writes with what is there.
"""

import enum
import inspect
import subprocess
import sys
import types
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from itertools import takewhile
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin
from uuid import UUID

from pydantic import AliasChoices, BaseModel
from pydantic.fields import FieldInfo

from headwater import questions
from headwater.access.scopes import AccessScope
from headwater.questions.registry import Argument, Question

FOLDER = Path(__file__).parent.parent / "src" / "headwater" / "client"
NOTE = "# Written by `make reference` from the registry of questions; change the questions instead."
# Besides what is required, these may be given without their names.
POSITIONAL = ("column", "search", "later")

HEAD = '''"""Every question and write as a function that builds its request; see `headwater.questions`."""

{note}

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal
from uuid import UUID

from typing_extensions import Doc

{imports}
from headwater.client.request import Columns, WireName, Moment, Request, build
'''

CALLS = '''"""Every question and write as a method of the clients, sync and async."""

{note}

from headwater.client import request, requests
from headwater.client.call import Call


class Calls:
    """What can be asked and written; see `requests` for what each takes."""

    send_events = Call(request.send_events)
    send_queries = Call(request.send_queries)
    send_signals = Call(request.send_signals)
    send_assertions = Call(request.send_assertions)
    wait_visible = Call(request.wait_visible)
{lines}
'''


def requests_module() -> str:
    known = list(questions.load().values())
    modules: dict[str, set[str]] = {}
    for question in known:
        modules.setdefault(question.answer.__module__, set()).add(question.answer.__name__)
    imports = "\n".join(
        f"from {module} import {', '.join(sorted(names))}" for module, names in sorted(modules.items())
    )
    aliases = _aliases([field for question in known for field in _fields(question)])
    declared = "\n".join(f"{alias} = {kind}" for kind, alias in aliases.items())
    functions = "\n\n\n".join(_function(question, aliases) for question in known)
    reading = [one for one in known if not one.writes and one.scope is not AccessScope.ADMIN]
    reads = ", ".join(question.name for question in reading)
    listed = f"READS = ({reads})\n" + '"""Those that change nothing and need no admin."""\n'
    head = HEAD.format(note=NOTE, imports=imports)
    return "\n\n".join([head + "\n" + declared, "", functions, "", listed])


def _aliases(fields: list["Field"]) -> dict[str, str]:
    """A name for each documented type that several parameters share."""
    counted = Counter(field.kind for field in fields if field.kind.startswith("Annotated"))
    names: dict[str, str] = {}
    for field in fields:
        if counted[field.kind] > 1 and field.kind not in names:
            stem = "".join(part.capitalize() for part in field.name.split("_"))
            taken = [
                name for name in names.values() if name.removesuffix("Parameter").rstrip("0123456789") == stem
            ]
            names[field.kind] = f"{stem}{len(taken) + 1 if taken else ''}Parameter"
    return names


def calls_module() -> str:
    lines = "\n".join(f"    {name} = Call(requests.{name})" for name in questions.load())
    return CALLS.format(note=NOTE, lines=lines)


class Field:
    """One parameter of a generated function."""

    def __init__(self, name: str, key: str, kind: str, required: bool, doc: str) -> None:
        self.name, self.key, self.required = name, key, required
        optional = kind if required or kind.endswith("None") else f"{kind} | None"
        notes = [f"Doc({doc!r})"] * bool(doc) + [f"WireName({key!r})"] * (key != name)
        self.kind = f"Annotated[{', '.join([optional, *notes])}]" if notes else optional


def _function(question: Question, aliases: dict[str, str]) -> str:
    fields = sorted(_fields(question), key=lambda field: not field.required)
    front = list(takewhile(lambda field: field.required or field.name in POSITIONAL, fields))
    rest = [field for field in fields if field not in front]
    declared = [
        f"{field.name}: {aliases.get(field.kind, field.kind)}" + ("" if field.required else " = None")
        for field in fields
    ]
    if rest:
        declared.insert(len(front), "*")
    answer = question.answer.__name__
    keys = {field.name: field.key for field in fields if field.key != field.name}
    more = [f"keys={keys!r}"] * bool(keys) + ["body=True"] * bool(question.body)
    more += ["writes=True"] * question.writes + [f"lists={question.lists!r}"] * bool(question.lists)
    given = [f'"{question.method}"', f'"{question.path}"', answer, "locals()", *more]
    return "\n".join(
        [
            f"def {question.name}({', '.join(declared)}) -> Request[{answer}]:",
            f'    """{_indented(question.description)}"""',
            f"    return build({', '.join(given)})",
        ]
    )


def _indented(text: str) -> str:
    first, *others = text.splitlines()
    return "\n".join([first, *(f"    {line}" if line else "" for line in others), *["    "] * bool(others)])


def _fields(question: Question) -> Iterator[Field]:
    for argument in question.arguments:
        yield _from_argument(argument)
    if question.body is not None:
        for name, info in question.body.model_fields.items():
            yield _from_body(name, info)


def _from_argument(argument: Argument) -> Field:
    kind, text = spelled(argument.type), argument.parameter.description
    return Field(argument.python_name, argument.name, kind, argument.required, text)


def _from_body(name: str, info: FieldInfo) -> Field:
    alias = info.validation_alias
    key = str(alias.choices[0]) if isinstance(alias, AliasChoices) else name
    return Field(key, key, spelled(info.annotation), info.is_required(), info.description or "")


def spelled(kind: Any) -> str:
    """A type as the generated module writes it."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return spelled(inner[0])
    if origin in (Union, types.UnionType):
        parts = [spelled(part) for part in inner if part is not types.NoneType]
        return " | ".join([*parts, *["None"] * (types.NoneType in inner)])
    if origin is Literal:
        return f"Literal[{', '.join(repr(value) for value in inner)}]"
    if origin in (list, tuple):
        return _sequence(inner[0])
    if origin is dict:
        return f"Mapping[{spelled(inner[0])}, {spelled(inner[1])}]"
    return _simple(kind)


def _sequence(item: Any) -> str:
    if inspect.isclass(item) and issubclass(item, BaseModel):
        return "Columns" if "Column" in item.__name__ else "Sequence[Mapping[str, Any]]"
    return f"Sequence[{spelled(item)}]"


def _simple(kind: Any) -> str:
    if inspect.isclass(kind) and issubclass(kind, enum.Enum):
        return f"Literal[{', '.join(repr(member.value) for member in kind)}]"
    known = {datetime: "Moment", UUID: "UUID | str", dict: "Mapping[str, Any]"}
    return known.get(get_origin(kind) or kind) or str(kind.__name__)


def files() -> dict[Path, str]:
    modules = {FOLDER / "requests.py": requests_module(), FOLDER / "calls.py": calls_module()}
    return {path: _formatted(text, path) for path, text in modules.items()}


def _formatted(text: str, path: Path) -> str:
    """As `ruff` would have it, so that what is checked in passes the same checks as all else."""
    ruff = [sys.executable, "-m", "ruff"]
    sorted_imports = [*ruff, "check", "--quiet", "--fix", "--select", "I", "--stdin-filename", str(path), "-"]
    for command in (sorted_imports, [*ruff, "format", "--quiet", "--stdin-filename", str(path), "-"]):
        text = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    return text


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text)
