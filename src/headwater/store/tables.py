"""What every table holds: what is made from facts, and so from the log, and what is not, and why.

A test compares this with the database's own catalog, so that no table is forgotten: a rebuild empties the
served tables, and the laws compare their rows.
"""

from headwater.facts.kinds import served_tables
from headwater.store import stored_rows

SERVED = frozenset(served_tables())

# Their rows keep their numbers in a rebuild, so that cursors and graphs in memory stay valid.
NUMBERED = ("nodes", "edges")

# What is made from the log of telemetry.
TELEMETRY = (
    *("telemetry_state", "telemetry_problems", "trace_spans", "traces"),
    *("metric_points", "telemetry_series", "telemetry_rollups"),
)

NOT_SERVED: dict[str, str] = {
    "events": "the log itself",
    "pipeline_state": "how far the log is published",
    "worker_state": "whether the worker is alive",
    "work": "requests to the worker",
    "fatal_events": "which events a rebuild passes over",
    "connectors": "how far each connector has read; without it, it reads all again, which changes nothing",
    "kafka_offsets": "how far Kafka's topics were read; without it, all is read again, which changes nothing",
    "kafka_bridges": "which bridges from Kafka live",
    "team_days": "how much each team sent, counted as it arrived",
    "removed_rows": "what retention has removed",
    "search_queries": "numbers of queries in the search index",
    "kept_counts": "counted by triggers as rows come and go",
    "search_changes": "what the search index has to read again",
    "alembic_version": "which migrations ran",
    "api_keys": "who may ask; secrets have no place in the log",
    "sessions": "browsers that signed in",
    "redaction_counts": "of what was cut before it came to the log",
    "access_requests": "who asked to see what; decided by people, as keys are",
    "access_grants": "what teams may see of others; not in the log, as taking back has to hold at once",
    "access_secret": "makes stand-ins opaque",
    "audit_entries": "who asked what; a log of its own",
    "effective_classes": "made from the served tables by a batch job",
    "column_suggestions": "made from the served tables by a batch job",
    "dataset_reach": "made from the served tables by a batch job",
    "analytics_state": "how far the batch jobs are",
    "job_baselines": "made from the served tables by a batch job",
    "run_anomalies": "made from the served tables by a batch job",
    "query_analyses": "made from the served tables by a batch job",
    "query_tables": "made from the served tables by a batch job",
    "query_references": "made from the served tables by a batch job",
    "indexed_datasets": "made from the served tables by a batch job",
    "notification": "the outbox of messages to people",
    "notified_activity": "which activities of incidents were looked at for messages",
    "telemetry_log": "the log of telemetry itself",
    **dict.fromkeys(TELEMETRY, "made from the log of telemetry, by a rebuild of its own"),
    **{table.name: stored_rows.REASON for table in stored_rows.TABLES},
}
