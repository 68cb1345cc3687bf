"""One word for one thing: no two classes share a name, and a test carries the name of the file it tests."""

import ast
from collections import defaultdict

from tests.docs.repository import ROOT, parsed, shown

SOURCE, TESTS = ROOT / "src" / "headwater", ROOT / "tests"
SDK = ROOT / "sdk" / "src" / "headwater_sdk"

# Whole folders that test more than one file at a time.
WHOLE = {
    "docs": "tests of the repository itself",
    "scripts": "the commands of scripts/, which lie beside the package",
    "examples": "the folders of examples/, as their readers run them",
    "cluster": "the worker on a Spark cluster, beside local mode",
    "server": "the whole system in processes of its own",
    "stories": "what a user does, from end to end",
    "web": "the web app: its own checks, and its pages in a browser",
}
# Kinds of tests that a folder may have besides those of its files.
KINDS = {
    "test_cases": "the case files of tests/cases",
    "test_contract": "what all of a kind promise alike",
    "test_fuzz": "random input to all routes of a folder",
    "test_laws": "laws that hold for the folder as a whole",
}
EXCEPTIONS = {
    "api/test_documents.py": "every OpenAPI document against the running API",
    "api/test_team_isolation.py": "what a team may read and write, on every route",
    "api/test_team_isolation_writes.py": "what a team may read and write, on every route",
    "api/test_two_worlds.py": "answers to one team, with and without the data of another",
    "demo/test_incident.py": "what the whole history tells of the night",
    "demo/test_lineage.py": "what the whole history tells of lineage",
    "demo/test_shopflow.py": "what the whole history tells of the shop",
    "dialects/openlineage/test_http.py": "the front door and the routes together, as clients really send",
    "dialects/watcher/test_document.py": "the complete workflow of Watcher's own document",
    "dialects/watcher/test_lineage.py": "address lineage over several calls",
    "dialects/watcher/test_restored.py": "what all calls write is in the log as well",
    "dialects/watcher/test_together.py": "rows, events and watermarks kept together by all calls",
    "facts/openlineage/test_quarantine.py": "what no reader of the folder can read",
    "log/test_append_within.py": "the second way to append of postgres.py",
    "pipeline/test_catalog.py": "what the catalog's events become on their whole way through the pipeline",
    "pipeline/test_edge_life.py": "how edges live and die on their whole way through the pipeline",
    "pipeline/test_index_limits.py": "every text that an index holds, on its whole way through the pipeline",
    "pipeline/test_mutated_events.py": "real events with hostile values, on their way through the pipeline",
    "pipeline/test_meaning.py": "what events become on their whole way through the pipeline",
    "sdk/test_data_lineage_hub_sdk.py": "the package under the Hub's name",
    "sdk/test_examples.py": "the folder of examples, as their readers run them",
    "sdk/test_hostile_hosts.py": "whole programs that use the SDK, against servers of all kinds",
    "deploy/test_deployment.py": "image, compose file and chart of deploy",
    "deploy/test_grafana.py": "the dashboards of deploy/grafana",
    "sdk/test_packaging.py": "the SDK as a package",
    "sdk/test_parity.py": "what the SDK sends, beside what the API takes",
    "test_groups.py": "how tests/conftest.py shares tests out among workers",
    "simulator/test_schema_diff_laws.py": "laws of schema_diff.py, apart from its examples",
    "sql/test_against_postgres.py": "lineage of random queries, judged by PostgreSQL",
    "timemachine/test_scenarios.py": "incidents as teams tell them, through the whole engine",
    "store/test_timeliness_bounds.py": "what a check of timeliness leaves out, beside what health calls late",
    "store/queries/test_details.py": "several small files of queries for one page",
}
# Words that could mean anything as the name of a function, and those that only we would think of.
VAGUE = frozenset(
    {"of", "one", "keep", "hold", "talk", "told", "tell", "go", "give_up", "rehearse", "steady"}
)


def test_a_test_carries_the_name_of_the_file_that_it_tests() -> None:
    unnamed = [
        name
        for path in sorted(TESTS.rglob("test_*.py"))
        if (name := str(path.relative_to(TESTS))).split("/")[0] not in WHOLE
        and path.stem not in KINDS
        and not _tested(name)
    ]
    assert [name for name in unnamed if name not in EXCEPTIONS] == [], "name it after its file"


def test_an_exception_is_of_a_test_that_there_is() -> None:
    assert [name for name in EXCEPTIONS if not (TESTS / name).exists()] == []


def test_no_two_classes_share_a_name() -> None:
    found = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(shown(path))
    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}, "take a name that is free"


def test_a_function_is_named_for_what_it_does() -> None:
    vague = [
        f"{shown(path)}: {node.name}"
        for path in sorted(SOURCE.rglob("*.py"))
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.lstrip("_") in VAGUE
    ]
    assert vague == [], "take a name that a reader would search for"


def _tested(name: str) -> bool:
    """Whether there is a source file, or a package of the folder's own name, for this test."""
    folder, _, file = name.rpartition("/")
    stem = file.removeprefix("test_").removesuffix(".py")
    home = SDK if folder == "sdk" else SOURCE / folder
    candidates = [home / f"{stem}.py", home / f"{stem}.sql", home / stem / "__init__.py"]
    candidates += [home / "versions" / f"{stem}.py"] if folder.endswith("migrations") else []
    candidates += [home / "__init__.py"] if home.name == stem else []
    # Helpers of the tests themselves stand at the top.
    candidates += [TESTS / f"{stem}.py"] if not folder else []
    return any(candidate.exists() for candidate in candidates)
