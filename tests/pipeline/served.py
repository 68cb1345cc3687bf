"""Everything that is served, by natural keys: what two ways of getting there must agree on."""

from typing import Any

from psycopg import Connection

# Numbers differ from database to database, so names stand in for them.
SHOWN = {
    "nodes": """
        select n.kind, n.namespace, n.name, n.field, n.first_seen::text, n.last_seen::text, n.description, n.type,
               n.owners, n.tags, n.tier, n.streaming, n.dropped_at::text,
               c.namespace || '/' || c.name || '#' || c.field as canonical
        from nodes n left join nodes c on c.id = n.canonical_id
    """,
    "aliases": """
        select a.name as alias, t.name as target, aliases.reason, aliases.first_seen::text, aliases.last_seen::text
        from aliases join nodes a on a.id = alias_id join nodes t on t.id = target_id
    """,
    "lifecycle": "select key::text, at::text, event_id::text, state from lifecycle join nodes on nodes.id = node_id",
    "facets": """
        select nodes.key::text, facets.name, at::text, event_id::text, value::text
        from facets join nodes on nodes.id = node_id
    """,
    "runs": """
        select run_id::text, nodes.key::text as job, stub_job_key::text, state, runs.first_seen::text,
               first_event::text, runs.last_seen::text, last_event::text, started_at::text, ended_at::text,
               end_event::text, parent_run_id::text, root_run_id::text, counts_at::text,
               (select array_agg(key::text order by key) from edges where edges.id = any(shown)) as shown,
               sql_key::text, sql_at::text, sql_event::text, sql_analysis::text,
               (select array_agg(key::text order by key) from edges where edges.id = any(sql_shown)) as sql_shown
        from runs left join nodes on nodes.id = job_id
    """,
    "run_facets": "select run_id::text, name, at::text, event_id::text, value::text from run_facets",
    "run_io_facets": """
        select run_id::text, nodes.key::text, direction, f.name, at::text, event_id::text, value::text
        from run_io_facets f join nodes on nodes.id = node_id
    """,
    "edges": """
        select edges.key::text, edges.kind, o.key::text, s.key::text, t.key::text, sd.key::text, td.key::text,
               origin, subtype, masking, edges.description, confidence, effect, edges.first_seen::text, first_event::text,
               edges.last_seen::text, last_event::text
        from edges join nodes o on o.id = owner_id join nodes s on s.id = source_id join nodes t on t.id = target_id
        left join nodes sd on sd.id = source_dataset_id left join nodes td on td.id = target_dataset_id
    """,
    "declarations": """
        select event_id::text, series, nodes.key::text, at::text, sql_key::text, sql_analysis::text,
               (select array_agg(key::text order by key) from edges where edges.id = any(shown)) as shown,
               (select array_agg(key::text order by key) from edges where edges.id = any(sql_shown)) as sql_shown
        from declarations join nodes on nodes.id = owner_id
    """,
    "edge_spans": """
        select edges.key::text, flows, alive_from::text, alive_to::text, opened_by::text, closed_by::text
        from edge_spans join edges on edges.id = edge_id
    """,
    "schemas": "select hash::text, fields::text from schemas",
    "schema_versions": """
        select nodes.key::text, valid_from::text, valid_to::text, hash::text, event_id::text, run_id::text
        from schema_versions v join nodes on nodes.id = v.dataset_id
    """,
    "assertions": """
        select assertions.key::text, nodes.key::text, assertions.field, assertions.name, at::text, event_id::text,
               run_id::text, success, severity, value::text
        from assertions join nodes on nodes.id = assertions.dataset_id
    """,
    "column_labels": """
        select nodes.key::text, classification, pii, l.tags from column_labels l join nodes on nodes.id = column_id
    """,
    "sql_texts": "select key::text, dialect, text from sql_texts",
    "sql_analyses": "select key::text, sql_key::text, binding::text, result::text, problems, unknown from sql_analyses",
    "sql_lineage": """
        select nodes.key::text, analysis::text,
               (select array_agg(key::text order by key) from edges where edges.id = any(edge_ids)) as edges
        from sql_lineage join nodes on nodes.id = owner_id
    """,
    "quarantine": "select event_id::text, part, at::text, reason from quarantine",
}


def served(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:
    return {table: sorted(connection.execute(query).fetchall(), key=repr) for table, query in SHOWN.items()}
