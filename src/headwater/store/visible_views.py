"""The views that no rule alone can make: what a caller that is bound to teams sees of these tables."""

JOBS = "(select current_setting('headwater.jobs')::text[])::text[]"
DATASETS = "(select current_setting('headwater.datasets')::text[])::text[]"
FOREIGN = "(select current_setting('headwater.foreign')::text[])::text[]"
GRANTED = "(select current_setting('headwater.granted')::uuid[])::uuid[]"
TEAMS = "(select current_setting('headwater.teams')::text[])::text[]"
VIEWER = "(select current_setting('headwater.viewer'))"

# As `job_teams` has it: the team that its events name, else that of its namespace.
OWN_JOB = f"""
    coalesce((select named.team = any({TEAMS}) from public.named_teams as named
              where named.node_id = {{job}}.id limit 1),
             {{job}}.namespace = any({JOBS}))"""
WRITES = 1
WRITTEN = f"""
exists (select from public.edges as edge where edge.target_dataset_id = {{id}} and edge.kind = {WRITES})"""
OWN_WRITE = f"""
    exists (
        select from public.edges as edge join public.nodes as writer on writer.id = edge.owner_id
        where edge.target_dataset_id = {{id}} and edge.kind = {WRITES}
          and writer.kind = 'job' and {OWN_JOB.format(job="writer")}
    )"""
# Whoever can send events for a team could claim a table by writing it: not one whose namespace has an owner.
OWN_DATASET = f"""
    ({{node}}.namespace = any({DATASETS})
     or {{node}}.key = any({GRANTED})
     or not {{node}}.namespace = any({FOREIGN}) and (
         {OWN_WRITE.format(id="{node}.id")}
         or {{node}}.canonical_id is not null and exists (
             select from public.nodes as member
             where member.canonical_id = {{node}}.canonical_id and not member.namespace = any({FOREIGN})
               and {OWN_WRITE.format(id="member.id")}
         )
         or not {WRITTEN.format(id="{node}.id")} and (
             select coalesce(min(named.team), 'default') from public.named_teams as named
             where named.node_id = {{node}}.id
         ) = any({TEAMS})
     ))"""

NODES = f"""
select * from public.nodes as node
where case node.kind
    when 'job' then {OWN_JOB.format(job="node")} or node.key = any({GRANTED})
    when 'dataset' then {OWN_DATASET.format(node="node")}
    else exists (
        select from public.nodes as dataset
        where dataset.id = node.dataset_id and {OWN_DATASET.format(node="dataset")}
    )
end
"""

# Equal for one viewer at all times, and worth nothing to another.
OPAQUE = f"left(md5(coalesce((select value from public.access_secret), '') || {VIEWER} || {{id}}::text), 16)"
NAMED_NODES = f"""
select node.id, node.kind,
       case when seen.id is null then 'hidden' else node.namespace end as namespace,
       case when seen.id is null
            then {OPAQUE.format(id="coalesce(node.dataset_id, node.id)")} else node.name end as name,
       case when seen.id is null and node.kind = 'column'
            then left({OPAQUE.format(id="node.id")}, 8) else node.field end as field,
       seen.type, coalesce(seen.owners, '{{}}') as owners, coalesce(seen.tags, '{{}}') as tags,
       seen.tier, seen.domain
from public.nodes as node left join visible.nodes as seen on seen.id = node.id
"""

# Names of hidden datasets that one of the team's own jobs touches, cut from its own texts and events.
MASKING = r"""
create view visible.sql_owners as
select lineage.owner_id, analysed.sql_key
from public.sql_lineage as lineage join public.sql_analyses as analysed on analysed.key = lineage.analysis
where lineage.owner_id in (select id from visible.nodes);
create function visible.hidden_names(job_ids integer[]) returns text[] stable language sql as $$
    select coalesce(array_agg(distinct node.name), '{}')
    from public.edges as edge
    join public.nodes as node on node.id in (edge.source_dataset_id, edge.target_dataset_id)
    where edge.owner_id = any(job_ids) and node.kind = 'dataset'
      and not exists (select from visible.nodes as seen where seen.id = node.id)
$$;
create function visible.quoted(name text) returns text immutable language sql as $$
    select regexp_replace(name, '([\\.^$*+?(){}\[\]|])', '\\\1', 'g')
$$;
create function visible.masked(content text, names text[]) returns text immutable language plpgsql as $$
declare
    one text;
begin
    foreach one in array names loop
        content := replace(content, one, 'hidden');
        -- A text names a table by its last part alone.
        content := regexp_replace(
            content, '\m' || visible.quoted(substring(one from '[^./]*$')) || '\M', 'hidden', 'gi');
    end loop;
    return content;
end
$$;
create function visible.without_hidden(datasets jsonb, names text[])
returns jsonb immutable language sql as $$
    select coalesce(jsonb_agg(
        case when dataset ->> 'name' = any(names) then '{"namespace": "hidden", "name": "hidden"}'::jsonb
             else dataset end), '[]')
    from jsonb_array_elements(datasets) as dataset
$$;
create function visible.shown_body(body text, names text[]) returns text immutable language plpgsql as $$
declare
    document jsonb;
    side text;
begin
    if names = '{}' then
        return body;
    end if;
    document := body::jsonb;
    foreach side in array array['inputs', 'outputs'] loop
        if jsonb_typeof(document -> side) = 'array' then
            document := jsonb_set(document, array[side], visible.without_hidden(document -> side, names));
        end if;
    end loop;
    -- Column lineage names columns beside their dataset: `jsonb` writes the shorter name first.
    return regexp_replace(visible.masked(document::text, names),
        '"name": "hidden", "field": "([^"\\]|\\.)*"', '"name": "hidden", "field": "hidden"', 'g');
end
$$;
"""

BODY = """
visible.shown_body(body, visible.hidden_names(
    array(select id from public.nodes where nodes.key = event.job_key))) as body
"""
EVENTS = """
select {columns} from public.events as event
where job_key in (select key from visible.nodes where kind = 'job')
"""

# Column lineage and SQL of the team's own nodes name what these read.
TOUCHING = """
array(select {node}
      union select owner_id from public.edges where target_dataset_id = {node} or source_dataset_id = {node})
"""
FACETS = f"""
select node_id, name, at, event_id,
       visible.shown_body(
           value::text, visible.hidden_names({TOUCHING.format(node="facet.node_id")}))::jsonb as value
from public.facets as facet where node_id in (select id from visible.nodes)
"""
RUN_FACETS = """
select run_id, name, at, event_id,
       visible.shown_body(value::text, visible.hidden_names(
           array(select job_id from public.runs where runs.run_id = facet.run_id)))::jsonb as value
from public.run_facets as facet where run_id in (select run_id from visible.runs)
"""
ATTRIBUTE_VALUES = """
select hash, visible.shown_body(value::text, visible.hidden_names(
           array(select node_id from public.attribute_versions as said where said.hash = content.hash)
       ))::jsonb as value
from public.attribute_values as content
where hash in (select hash from visible.attribute_versions)
"""

RUNS = """
select * from public.runs
where case when job_id is null then stub_job_key in (select key from visible.nodes)
           else job_id in (select id from visible.nodes) end
"""

EDGES = """
select id, key, kind, owner_id, source_id, target_id, source_dataset_id, target_dataset_id, origin,
       case when owner_id in (select id from visible.nodes) then subtype end as subtype, masking,
       case when owner_id in (select id from visible.nodes) then description end as description,
       first_seen, first_event, last_seen, last_event, confidence, effect
from public.edges
"""

# A text that reads anything hidden is shown to the team whose job it is, without the hidden names.
QUERIES = """
select key, dialect, database, schema,
       visible.masked(text, visible.hidden_names(
           array(select job_id from public.job_texts where query_key = query.key
                 and job_id in (select id from visible.nodes)))) as text,
       at, event_id
from public.queries as query
where exists (select from public.job_texts as own
              where own.query_key = query.key and own.job_id in (select id from visible.nodes))
   or exists (select from public.query_references as used where used.query_key = query.key)
      and not exists (select from public.query_references as used
                      where used.query_key = query.key
                        and used.dataset_id not in (select id from visible.nodes))
"""

SQL_TEXTS = """
select content.key, content.dialect,
       visible.masked(content.text, visible.hidden_names(
           array(select owner_id from visible.sql_owners where sql_key = content.key))) as text,
       content.query_key
from public.sql_texts as content
where content.key in (select sql_key from visible.sql_owners)
"""

KNOWN_JOB = """
case when {name} = '' or exists (
    select from visible.nodes as job
    where job.kind = 'job' and {name} in (job.name, job.namespace || '/' || job.name)
) then {name} else 'hidden' end"""

QUERY_DAYS = f"""
select query_key, day, user_name, dashboard, {KNOWN_JOB.format(name="used.job")} as job,
       uses, runs, timed_runs, duration_us
from public.query_days as used where query_key in (select key from visible.queries)
"""
QUERY_USES = f"""
select key, query_key, at, user_name, dashboard, {KNOWN_JOB.format(name="used.job")} as job,
       runs, duration_us, row_count, tags
from public.query_uses as used where query_key in (select key from visible.queries)
"""

PIPELINE = f"""
select * from public.pipeline
where job_key in (select key from visible.nodes) or job_namespace = any({JOBS})
with check option
"""
ADDRESS = f"""
select * from public.address as address
where exists (select from visible.nodes as dataset
              where dataset.kind = 'dataset' and dataset.namespace = address.dataset_namespace
                and dataset.name = address.dataset_name)
   or address.dataset_namespace = any({DATASETS})
"""
PIPELINE_LINEAGE = """
select * from public.pipeline_lineage
where pipeline_id in (select id from visible.pipeline)
  and source_address_id in (select id from visible.address)
  and target_address_id in (select id from visible.address)
"""
ADDRESS_LINEAGE = PIPELINE_LINEAGE.replace("public.pipeline_lineage", "public.address_lineage")
CLOSURE = """
select * from public.address_lineage_closure
where source_address_id in (select id from visible.address)
  and target_address_id in (select id from visible.address)
"""
# What nobody uses yet is nobody's; what others use is theirs.
PIPELINE_TYPE = """
select * from public.pipeline_type as type
where exists (select from visible.pipeline where pipeline_type_id = type.id)
   or not exists (select from public.pipeline where pipeline_type_id = type.id)
"""
ADDRESS_TYPE = """
select * from public.address_type as type
where exists (select from visible.address where address_type_id = type.id)
   or not exists (select from public.address where address_type_id = type.id)
"""
TEAM = f"select * from public.team where name = any({TEAMS})"
# What explains an incident names all that it reaches, so that a part of it would tell of the rest.
INCIDENT = """
select * from public.incident
where nodes <> '{}'
  and not exists (select from unnest(nodes || cause_node) as one
                  where one is not null and one not in (select key from visible.nodes))
"""
EFFECTIVE_CLASSES = """
select column_id, level, pii, declared_level, declared_pii, inherited_level, inherited_pii,
       case when source_id in (select id from visible.nodes) then source_id end as source_id,
       via_edge, depth, lowered_by,
       case when pii_source_id in (select id from visible.nodes) then pii_source_id end as pii_source_id,
       pii_via_edge, pii_depth,
       case when coalesce(source_id, column_id) in (select id from visible.nodes)
             and coalesce(pii_source_id, column_id) in (select id from visible.nodes)
            then why else 'inherited from a column that you may not see' end as why,
       severity, undeclared
from public.effective_classes
where column_id in (select id from visible.nodes)
"""
SIMULATION = f"select * from public.simulation where viewer = {VIEWER} with check option"
OF_SIMULATION = "select * from public.{name} where simulation_id in (select id from visible.simulation)"
ACCESS_REQUESTS = f"""
select id, team, asset, null::uuid as node_key, reason, asked_at, asked_by, expires_at, state, decided_at,
       decided_by, comment
from public.access_requests where team = any({TEAMS})
"""
OF_TEAM = f"select * from public.{{name}} where team = any({TEAMS}) with check option"

TRACES = f"""
select * from public.traces as trace
where exists (select from public.trace_spans as span where span.trace_id = trace.trace_id)
  and not exists (select from public.trace_spans as span
                  where span.trace_id = trace.trace_id and not span.team = any({TEAMS}))
"""
SERIES = "select * from public.{name} where series in (select series from visible.telemetry_series)"
DATASET_TEAMS = f"""
select * from public.dataset_teams
where team = any({TEAMS}) and dataset_id in (select id from visible.nodes)
"""

REPLACED = {"events": {"body": BODY}}
"""Columns that are shown otherwise than they are kept, where a view takes over all the others."""

VIEWS = {
    "trace_spans": OF_TEAM.format(name="trace_spans"),
    "traces": TRACES,
    "telemetry_series": OF_TEAM.format(name="telemetry_series"),
    "metric_points": SERIES.format(name="metric_points"),
    "telemetry_rollups": SERIES.format(name="telemetry_rollups"),
    "team_days": OF_TEAM.format(name="team_days"),
    "removed_rows": OF_TEAM.format(name="removed_rows"),
    "namespace_teams": OF_TEAM.format(name="namespace_teams").replace(" with check option", ""),
    "dataset_teams": DATASET_TEAMS,
    "nodes": NODES,
    "named_nodes": NAMED_NODES,
    "events": EVENTS,
    "runs": RUNS,
    "facets": FACETS,
    "run_facets": RUN_FACETS,
    "attribute_values": ATTRIBUTE_VALUES,
    "edges": EDGES,
    "queries": QUERIES,
    "query_days": QUERY_DAYS,
    "query_uses": QUERY_USES,
    "sql_texts": SQL_TEXTS,
    "pipeline": PIPELINE,
    "address": ADDRESS,
    "address_type": ADDRESS_TYPE,
    "pipeline_type": PIPELINE_TYPE,
    "pipeline_lineage": PIPELINE_LINEAGE,
    "address_lineage": ADDRESS_LINEAGE,
    "address_lineage_closure": CLOSURE,
    "team": TEAM,
    "incident": INCIDENT,
    "effective_classes": EFFECTIVE_CLASSES,
    "simulation": SIMULATION,
    "simulation_proof": OF_SIMULATION.format(name="simulation_proof"),
    "responses": OF_SIMULATION.format(name="responses"),
    "acknowledgements": OF_SIMULATION.format(name="acknowledgements"),
    "access_requests": ACCESS_REQUESTS,
    "access_grants": OF_TEAM.format(name="access_grants"),
}
