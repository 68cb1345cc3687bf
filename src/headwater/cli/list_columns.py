"""What a list shows on a terminal, the most telling first; `--format csv` and `json` have every field."""

from collections.abc import Mapping

from headwater.answers.assets import AssetEntry
from headwater.answers.catalog import Dataset, Job
from headwater.answers.compliance import ClassifiedColumn
from headwater.answers.history import (
    AssertionResult,
    DatasetChange,
    DatasetSchema,
    JobAnomaly,
    ReportedSignal,
)
from headwater.answers.notifications import Notification
from headwater.answers.operations import Quarantined, SqlProblem, StoredEvent
from headwater.answers.pipelines import PipelineEntry, PipelineRun
from headwater.answers.queries import QueryItem
from headwater.answers.runs import Run

_SCHEMA_CHANGE = ("at", "dataset", "verdict", "summary", "actor", "job")

LIST_COLUMNS: Mapping[type, tuple[str, ...]] = {
    AssertionResult: ("success", "name", "at", "dataset", "column", "actual", "severity", "run_id"),
    AssetEntry: ("namespace", "name", "type", "tier", "owners", "domain", "description"),
    ClassifiedColumn: ("column", "effective", "undeclared", "inherited_from", "why"),
    Dataset: ("namespace", "name", "type", "owners", "description", "tags", "last_seen", "dropped_at"),
    DatasetChange: _SCHEMA_CHANGE,
    DatasetSchema: _SCHEMA_CHANGE,
    Job: ("namespace", "name", "type", "owners", "description", "last_seen", "dropped_at"),
    JobAnomaly: ("job", "at", "value", "measure", "median", "score", "run_id"),
    Notification: ("state", "created_at", "channel", "title", "attempts", "last_error", "id"),
    PipelineEntry: ("state", "namespace", "name", "success_rate", "owners", "waits_for"),
    PipelineRun: ("state", "began_at", "duration_seconds", "rows", "error", "unusual", "run_id"),
    Quarantined: ("at", "part", "reason", "event_id"),
    QueryItem: ("runs", "users", "last_used", "text", "datasets", "fingerprint"),
    ReportedSignal: ("at", "severity", "text", "node", "author", "source"),
    Run: ("state", "began_at", "job_name", "duration_seconds", "run_id", "job_namespace"),
    SqlProblem: ("job", "problems", "unknown_schemas", "text"),
    StoredEvent: ("event_time", "kind", "state", "job", "event_id", "run_id", "producer"),
}
"""Lists that are not here show all fields that fit into a cell, in the order of the answer."""
