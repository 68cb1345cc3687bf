"""The reference is generated from the code, is current, and leaves nothing out."""

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from types import ModuleType

import pytest
import typer
from psycopg import Connection

from headwater import errors
from headwater.cli.main import app
from headwater.dialects.openlineage.routes import PATHS
from headwater.settings import Settings
from headwater.spark_variables import PREFIX as SPARK_CONF
from headwater_sdk.settings import VARIABLES
from tests.docs.repository import DOCS, ROOT, all_docs

REFERENCE = DOCS / "reference"
DIALECTS = ("atlas", "breaksight", "hub", "openlineage", "otlp", "queries", "reports", "tracker", "watcher")
PAGES = (
    *("budgets.md", "cli.md", "errors.md", "openapi.json", "routes.md", "settings.md"),
    *(f"openapi-{dialect}.json" for dialect in DIALECTS),
)


@pytest.fixture(scope="module")
def scripts() -> Iterator[Callable[[str], ModuleType]]:
    sys.path.insert(0, str(ROOT / "scripts"))
    yield import_module
    sys.path.remove(str(ROOT / "scripts"))


@pytest.fixture(scope="module")
def generator(scripts: Callable[[str], ModuleType]) -> ModuleType:
    return scripts("generate_reference")


def test_the_calls_of_the_client_are_those_of_the_registry_today(
    scripts: Callable[[str], ModuleType],
) -> None:
    for path, text in scripts("generate_client").files().items():
        assert path.read_text() == text, f"{path.name} is not current: run `make reference`"


@pytest.fixture(scope="module")
def generated(generator: ModuleType) -> dict[str, str]:
    pages: dict[str, str] = generator.pages()
    return pages


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_what_the_generator_writes_today(generated: dict[str, str], name: str) -> None:
    assert (REFERENCE / name).read_text() == generated[name], "run `make reference`"


def test_the_example_of_an_env_file_names_every_setting_and_is_current(generator: ModuleType) -> None:
    assert (ROOT / ".env.example").read_text() == generator.env_example(), "run `make reference`"


def test_the_generator_writes_these_pages_and_no_others(generated: dict[str, str]) -> None:
    assert sorted(generated) == sorted(PAGES)
    assert sorted(path.name for path in REFERENCE.iterdir()) == sorted([*PAGES, "lake.md", "tables.md"])


def test_the_page_of_tables_is_what_the_generator_writes_today(
    generator: ModuleType, connection: Connection
) -> None:
    assert (REFERENCE / "tables.md").read_text() == generator.tables(connection), "run `make reference`"


def test_every_table_and_column_has_a_comment(generator: ModuleType, connection: Connection) -> None:
    catalog = generator.tables_page
    assert catalog.uncommented(catalog.columns(connection)) == [], (
        "comment on it in the migration that adds it"
    )


def test_every_setting_has_a_description_and_is_in_the_docs() -> None:
    page = (REFERENCE / "settings.md").read_text()
    for name, field in Settings.model_fields.items():
        assert f"`HEADWATER_{name.upper()}`" in page
        assert field.description, name


def test_every_command_is_in_the_docs() -> None:
    page = (REFERENCE / "cli.md").read_text()
    for name, command in typer.main.get_command(app).commands.items():  # type: ignore[attr-defined]
        assert command.hidden or f"## headwater {name}\n" in page


def test_every_error_code_is_in_the_docs_once(generator: ModuleType) -> None:
    page = (REFERENCE / "errors.md").read_text()
    for kind in _tree(errors.HeadwaterError):
        if kind.__module__.startswith("headwater."):
            assert page.count(f"| `{kind.code}` |") == 1, kind


def test_every_error_of_the_tree_is_drawn_at_its_top() -> None:
    for kind in _tree(errors.HeadwaterError):
        if kind.__module__ == errors.__name__:
            assert f" {kind.__name__}" in f" {errors.__doc__}".replace("\n", " "), kind


def test_every_route_is_in_the_docs(generator: ModuleType) -> None:
    page = (REFERENCE / "routes.md").read_text()
    for document in generator.openapi().values():
        for path, methods in document["paths"].items():
            for method in methods:
                assert f"### {method.upper()} {path}\n" in page


def test_every_parameter_of_every_route_is_described(generator: ModuleType) -> None:
    undescribed = [
        f"{method} {path}: {parameter['name']}"
        for document in generator.openapi().values()
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        for parameter in operation.get("parameters", [])
        if not parameter.get("description")
    ]
    assert undescribed == []


def test_operations_and_schemas_have_names_that_a_person_would_choose(generator: ModuleType) -> None:
    for document in generator.openapi().values():
        schemas = document["components"]["schemas"]
        assert [name for name in schemas if not name.isalnum()] == []
        for path, methods in document["paths"].items():
            # Made up from the path, where nobody chose one.
            assert [one["operationId"] for one in methods.values() if "_api_" in one["operationId"]] == [], (
                path
            )


def test_a_row_of_a_table_is_one_line(generated: dict[str, str]) -> None:
    for name, text in generated.items():
        if name.endswith(".md"):
            assert [line for line in text.splitlines() if line.startswith("| ") and line[-2:] != " |"] == []


@pytest.mark.parametrize("path", PATHS)
def test_every_address_of_the_front_door_is_in_the_docs(path: str) -> None:
    assert path in (REFERENCE / "routes.md").read_text()


def test_every_reference_within_an_openapi_document_leads_somewhere(generator: ModuleType) -> None:
    for document in generator.openapi().values():
        for name in _referred(document):
            assert name in document["components"]["schemas"]


def test_every_folder_of_the_package_is_in_the_life_of_an_event() -> None:
    page = (DOCS / "concepts" / "life-of-an-event.md").read_text()
    for folder in (ROOT / "src" / "headwater").iterdir():
        if (folder / "__init__.py").exists():
            assert f"`{folder.name}`" in page


def test_every_page_is_in_the_index() -> None:
    index = (DOCS / "README.md").read_text()
    for page in DOCS.rglob("*.md"):
        assert page.name == "README.md" or f"({page.relative_to(DOCS)})" in index, page


def test_every_setting_and_code_that_prose_names_exists() -> None:
    known = {f"HEADWATER_{name.upper()}" for name in Settings.model_fields} | {"HEADWATER_URL"}
    known |= {variable for variables in VARIABLES.values() for variable in variables}
    for word in all_docs().replace("`", " ").replace("=", " ").replace("'", " ").split():
        if word.startswith("HEADWATER_") and not word.startswith(SPARK_CONF):
            assert word.strip("(),.;:") in known


def _tree(kind: type[errors.HeadwaterError]) -> Iterator[type[errors.HeadwaterError]]:
    yield kind
    for child in kind.__subclasses__():
        yield from _tree(child)


def _referred(part: object) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"].rpartition("/")[2]
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from _referred(inner)
