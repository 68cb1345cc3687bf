"""A simulation as SARIF 2.1.0: a rule is a reason, a result a text that is not safe."""

from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec

from headwater import __version__
from headwater.cli.simulation_formats.parts import SimulationReport, UnsafeText, findings, limits, summary
from headwater.documents.formats import printable

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {"will_error": "error", "will_silently_change": "warning", "could_not_analyze": "note"}
# GitHub takes no more of one run.
MOST_RESULTS = 5_000


def render(report: SimulationReport) -> str:
    found = findings(report)[:MOST_RESULTS]
    rules = {one.text.reason: one.text.verdict for one in found}
    places = {reason: place for place, reason in enumerate(rules)}
    notes = [{"level": "warning", "message": {"text": printable(line)}} for line in limits(report)]
    run = {
        "tool": {
            "driver": {
                "name": "Headwater",
                "version": __version__,
                "semanticVersion": __version__,
                "rules": [_rule(reason, verdict) for reason, verdict in rules.items()],
            }
        },
        "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": notes}],
        "columnKind": "unicodeCodePoints",
        "results": [
            _result(one, places[one.text.reason], report.proposal) | _suppressed(one, report) for one in found
        ],
        "properties": {"summary": [printable(line) for line in summary(report)]},
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return msgspec.json.format(msgspec.json.encode(log), indent=2).decode() + "\n"


def _rule(reason: str, verdict: str) -> dict[str, Any]:
    words = reason.replace("_", " ")
    return {
        "id": reason,
        "name": "".join(word.capitalize() for word in reason.split("_")),
        "shortDescription": {"text": f"{verdict.replace('_', ' ')}: {words}"},
        "defaultConfiguration": {"level": LEVELS[verdict]},
    }


def _result(one: UnsafeText, rule: int, proposal: str | None) -> dict[str, Any]:
    text = one.text
    result: dict[str, Any] = {
        "ruleId": text.reason,
        "ruleIndex": rule,
        "level": LEVELS[text.verdict],
        "message": {"text": printable(f"{one.verdict}: {text.says}{f' ({one.used})' if one.used else ''}")},
        "locations": [_location(one, proposal)],
        "partialFingerprints": {"headwaterText/v1": text.fingerprint},
        "properties": {
            "judge": text.judge,
            "hop": text.hop,
            "through": text.through,
            "runs": text.runs,
            "users": list(text.users),
            "text": one.one_line,
        },
    }
    return result


def _suppressed(one: UnsafeText, report: SimulationReport) -> dict[str, Any]:
    """A known break is shown as one that somebody has let pass."""
    known = [said for said in report.found.acknowledgements if said.finding == one.text.finding]
    words = [printable(f"{said.by}, until {said.until.isoformat()}: {said.why}") for said in known]
    return {"suppressions": [{"kind": "external", "justification": text} for text in words]} if words else {}


def _location(one: UnsafeText, proposal: str | None) -> dict[str, Any]:
    """In the file of queries; a text of a server stands in none, so there the proposal is the place."""
    logical = {"logicalLocations": [{"fullyQualifiedName": one.text.fingerprint, "kind": "query"}]}
    file = one.file or proposal
    if not file:
        return logical
    region: dict[str, int] = {"startLine": one.line if one.file else 1}
    if one.file:
        region["startColumn"] = one.column
        if one.text.fragment is not None:
            region["endColumn"] = one.column + one.text.fragment.length
    return {"physicalLocation": {"artifactLocation": {"uri": uri(file)}, "region": region}, **logical}


def relative(file: str) -> str:
    """To the folder of the command, which in CI is that of the repository."""
    try:
        return Path(file).resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return Path(file).as_posix()


def uri(file: str) -> str:
    """
    >>> uri("sql/my queries.sql")
    'sql/my%20queries.sql'
    """
    path = relative(file)
    return Path(path).as_uri() if Path(path).is_absolute() else quote(path)
