"""A simulation as SARIF; the shape below is what the standard asks of the parts that are used."""

import json
from typing import Any

import jsonschema
import pytest

from headwater.cli.simulation_formats.sarif import relative, render, uri
from headwater.simulator.judge import Reason
from tests.cli.simulation_formats.hostile import HOSTILE, hostile, report


def shape(required: list[str], **properties: Any) -> dict[str, Any]:
    return {"type": "object", "required": required, "properties": properties, "additionalProperties": False}


def listed(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


TEXT = {"type": "string"}
MESSAGE = shape(["text"], text={"type": "string", "minLength": 1})
LEVEL = {"enum": ["none", "note", "warning", "error"]}
COUNTED = {"type": "integer", "minimum": 1}
REGION = shape(["startLine"], startLine=COUNTED, startColumn=COUNTED, endColumn=COUNTED)
PHYSICAL = shape(
    ["artifactLocation"],
    artifactLocation=shape(["uri"], uri={"type": "string", "pattern": r"^[A-Za-z0-9_./%:~!$&'()*+,;=@-]+$"}),
    region=REGION,
)
LOCATION = shape(
    [],
    physicalLocation=PHYSICAL,
    logicalLocations=listed(shape([], fullyQualifiedName=TEXT, kind=TEXT)),
)
RULE = shape(
    ["id"], id=TEXT, name=TEXT, shortDescription=MESSAGE, defaultConfiguration=shape([], level=LEVEL)
)
RESULT = shape(
    ["message", "ruleId"],
    ruleId=TEXT,
    ruleIndex={"type": "integer", "minimum": 0},
    level=LEVEL,
    message=MESSAGE,
    locations=listed(LOCATION),
    partialFingerprints={"type": "object", "additionalProperties": TEXT},
    properties={"type": "object"},
)
RUN = shape(
    ["tool", "results"],
    tool=shape(
        ["driver"],
        driver=shape(["name"], name=TEXT, version=TEXT, semanticVersion=TEXT, rules=listed(RULE)),
    ),
    invocations=listed(
        shape(
            ["executionSuccessful"],
            executionSuccessful={"type": "boolean"},
            toolExecutionNotifications=listed(shape(["message"], level=LEVEL, message=MESSAGE)),
        )
    ),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    results=listed(RESULT),
    properties={"type": "object"},
)
LOG = shape(["version", "runs"], **{"$schema": TEXT}, version={"const": "2.1.0"}, runs=listed(RUN))


@pytest.mark.parametrize("words", [None, *HOSTILE])
def test_the_log_has_the_shape_of_the_standard(words: str | None) -> None:
    whole = json.loads(render(hostile(words) if words else report()))
    jsonschema.validate(whole, LOG)
    for run in whole["runs"]:
        rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
        assert len(rules) == len(set(rules))
        assert [rules[one["ruleIndex"]] for one in run["results"]] == [
            one["ruleId"] for one in run["results"]
        ]
        assert set(rules) <= set(Reason)


def test_a_result_points_at_the_piece_in_the_file() -> None:
    results = json.loads(render(report()))["runs"][0]["results"]
    regions = {json.dumps(one["locations"][0]["physicalLocation"]["region"]) for one in results}
    assert '{"startLine": 1, "startColumn": 12, "endColumn": 18}' in regions
    assert {one["level"] for one in results} == {"error"}


def test_a_file_of_the_repository_is_named_from_its_top(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert (relative(str(tmp_path / "a" / "b c.sql")), uri("a/b c.sql")) == ("a/b c.sql", "a/b%20c.sql")
    assert uri("/elsewhere/é.sql") == "file:///elsewhere/%C3%A9.sql"
