"""What a team may see: whose data each row of each table is. The one policy of the isolation of teams.

A caller that is bound to teams reads through views of the same names as the tables, which hold what is said
here and nothing else (`store/visible_rows.py`). A table that is not named here is empty for such a caller,
and a test fails until somebody has decided.

A job belongs to the team of its namespace. A dataset belongs to the team whose `dataset_patterns` name it,
else to the team whose patterns name its own namespace, or else to the team whose job was the first to write
it; one that nobody claims and no job writes belongs to `default`. A team also sees what it was given
(`access_grants`).
"""

from dataclasses import dataclass
from enum import Enum


class Owner(Enum):
    """What a row belongs to, by the column that refers to it."""

    NODE = "id of a dataset, job or column"
    NODE_KEY = "key of a dataset or job"
    RUN = "id of a run"
    QUERY = "key of a query"
    PIPELINE = "number of a pipeline"
    INCIDENT = "number of an incident"
    EVENT = "id of an event"
    SQL = "key of a text of SQL"


@dataclass(frozen=True, slots=True)
class OwnedBy:
    """Rows whose owners, all of them, may be seen."""

    columns: tuple[tuple[str, Owner], ...]


@dataclass(frozen=True, slots=True)
class Everybody:
    """Numbers, times and digests that name nothing; reached only from a row that may be seen."""

    hidden: tuple[str, ...] = ()
    """Columns that are null nevertheless."""


@dataclass(frozen=True, slots=True)
class Nobody:
    """Not for a caller that is bound to teams, for this reason."""

    why: str


@dataclass(frozen=True, slots=True)
class OwnView:
    """Written out in `store/visible_rows.py`, as no column alone says whose it is."""


Rule = OwnedBy | Everybody | Nobody | OwnView


def owned_by(**columns: Owner) -> OwnedBy:
    return OwnedBy(tuple(columns.items()))


OF_SERVER = Nobody("it is about the whole server")
SECRET = Nobody("it holds secrets")

RULES: dict[str, Rule] = {
    "nodes": OwnView(),
    "named_nodes": OwnView(),
    "events": OwnView(),
    "runs": OwnView(),
    "edges": OwnView(),
    "queries": OwnView(),
    "query_days": OwnView(),
    "query_uses": OwnView(),
    "sql_texts": OwnView(),
    "pipeline": OwnView(),
    "address": OwnView(),
    "address_type": OwnView(),
    "pipeline_type": OwnView(),
    "team": OwnView(),
    "incident": OwnView(),
    "effective_classes": OwnView(),
    "simulation": OwnView(),
    "facets": OwnView(),
    "lifecycle": owned_by(node_id=Owner.NODE),
    "attribute_sightings": owned_by(node_id=Owner.NODE),
    "attribute_versions": owned_by(node_id=Owner.NODE),
    "signals": owned_by(node_id=Owner.NODE),
    "assertions": owned_by(dataset_id=Owner.NODE),
    "schema_observations": owned_by(dataset_id=Owner.NODE),
    "schema_versions": owned_by(dataset_id=Owner.NODE),
    "column_labels": owned_by(column_id=Owner.NODE),
    "dataset_reach": owned_by(dataset_id=Owner.NODE),
    "indexed_datasets": owned_by(dataset_id=Owner.NODE),
    "listed_fields": owned_by(dataset_id=Owner.NODE),
    "query_references": owned_by(dataset_id=Owner.NODE, query_key=Owner.QUERY),
    "declarations": owned_by(owner_id=Owner.NODE),
    "run_owners": owned_by(owner_id=Owner.NODE, run_id=Owner.RUN),
    "owner_runs": owned_by(owner_id=Owner.NODE, run_id=Owner.RUN),
    "sql_lineage": owned_by(owner_id=Owner.NODE),
    "job_baselines": owned_by(job_id=Owner.NODE),
    "job_texts": owned_by(job_id=Owner.NODE),
    "run_anomalies": owned_by(job_id=Owner.NODE),
    "aliases": owned_by(alias_id=Owner.NODE, target_id=Owner.NODE),
    "run_facets": OwnView(),
    "run_io_facets": owned_by(run_id=Owner.RUN, node_id=Owner.NODE),
    "quarantine": owned_by(event_id=Owner.EVENT),
    "query_analyses": owned_by(query_key=Owner.QUERY),
    "query_tables": owned_by(query_key=Owner.QUERY),
    "search_queries": owned_by(query_key=Owner.QUERY),
    "sql_analyses": owned_by(sql_key=Owner.SQL),
    "pipeline_execution": owned_by(pipeline_id=Owner.PIPELINE),
    "timeliness_breach": owned_by(job_key=Owner.NODE_KEY),
    "timeliness_pipeline_execution_log": owned_by(pipeline_id=Owner.PIPELINE),
    "pipeline_lineage": OwnView(),
    "address_lineage": OwnView(),
    "address_lineage_closure": OwnView(),
    "incident_activity": owned_by(incident_id=Owner.INCIDENT),
    "incident_explanation": owned_by(id=Owner.INCIDENT),
    "subscription": owned_by(node_key=Owner.NODE_KEY),
    "simulation_proof": OwnView(),
    "responses": OwnView(),
    "acknowledgements": OwnView(),
    "access_requests": OwnView(),
    "access_grants": OwnView(),
    "schemas": Everybody(),
    "schema_fields": Everybody(),
    "attribute_values": OwnView(),
    "edge_spans": Everybody(),
    "graph_changes": Everybody(),
    "pipeline_state": OwnView(),
    "analytics_state": Everybody(),
    "worker_state": Everybody(hidden=("last_error", "last_error_at")),
    "set_aside_event": owned_by(event_id=Owner.EVENT),
    "column_suggestions": owned_by(column_id=Owner.NODE),
    "named_teams": owned_by(node_id=Owner.NODE),
    "job_teams": owned_by(job_id=Owner.NODE),
    "namespace_teams": OwnView(),
    "dataset_teams": OwnView(),
    "team_days": OwnView(),
    "removed_rows": OwnView(),
    "trace_spans": OwnView(),
    "traces": OwnView(),
    "telemetry_series": OwnView(),
    "metric_points": OwnView(),
    "telemetry_rollups": OwnView(),
    "telemetry_state": Everybody(),
    "telemetry_log": OF_SERVER,
    "telemetry_problems": OF_SERVER,
    "alembic_version": OF_SERVER,
    "work": OF_SERVER,
    "fatal_events": OF_SERVER,
    "kafka_offsets": OF_SERVER,
    "namespace_joins": OF_SERVER,
    "kafka_bridges": OF_SERVER,
    "connectors": OF_SERVER,
    "redaction_counts": OF_SERVER,
    "kept_counts": OF_SERVER,
    "notification": OF_SERVER,
    "notified_activity": OF_SERVER,
    "search_changes": OF_SERVER,
    "audit_entries": OF_SERVER,
    "api_keys": SECRET,
    "sessions": SECRET,
    "access_secret": SECRET,
}
