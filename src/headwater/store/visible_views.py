"""The views that no rule alone can make: what a caller that is bound to teams sees of these tables."""

JOBS = "(select current_setting('headwater.jobs')::text[])::text[]"
DATASETS = "(select current_setting('headwater.datasets')::text[])::text[]"
FOREIGN = "(select current_setting('headwater.foreign')::text[])::text[]"
GRANTED = "(select current_setting('headwater.granted')::uuid[])::uuid[]"
TEAMS = "(select current_setting('headwater.teams')::text[])::text[]"
# Whether any team claims datasets by their names: else no name has to be compared with their patterns.
BY_NAME = "current_setting('headwater.by_name') = 'on'"
VIEWER = "(select current_setting('headwater.viewer'))"

WRITES = 1

# Opaque to the planner, which would otherwise plan all of this anew wherever a statement names a table.
SEEING = f"""
create function visible.is_own_job(job_id integer, job_namespace text) returns boolean
stable cost 50 language plpgsql as $$
begin
    -- As `job_teams` has it: the team that its events name, else that of its namespace.
    return coalesce((select named.team = any({TEAMS}) from public.named_teams as named
                     where named.node_id = job_id limit 1),
                    job_namespace = any({JOBS}));
end
$$;
-- Of several writers the one whose event came first, by arrival: whoever sends events for a team could claim
-- a table by writing it later, and an event's time is what its sender says.
create function visible.is_written_by_own(ids integer[]) returns boolean
stable cost 200 language plpgsql as $$
begin
    return coalesce((
        select visible.is_own_job(writer.id, writer.namespace)
        from public.edges as edge
        join public.nodes as writer on writer.id = edge.owner_id and writer.kind = 'job'
        left join public.events as first on first.event_id = edge.first_event
        where edge.target_dataset_id = any(ids) and edge.kind = {WRITES}
        order by coalesce(first.position, 0), edge.id limit 1), false);
end
$$;
create function visible.claimed_by(dataset_namespace text, dataset_name text) returns text
stable cost 200 language plpgsql as $$
begin
    return case when {BY_NAME} then public.team_of_dataset(dataset_namespace, dataset_name) end;
end
$$;
create function visible.is_own_dataset(node public.nodes) returns boolean
stable cost 500 language plpgsql as $$
declare
    claimed_by text := visible.claimed_by(node.namespace, node.name);
begin
    if claimed_by is not null then
        return claimed_by = any({TEAMS});
    elsif node.namespace = any({DATASETS}) then
        return true;
    elsif node.namespace = any({FOREIGN}) then
        return false;
    elsif visible.is_written_by_own(array(
            select node.id
            union
            select member.id from public.nodes as member
            where member.canonical_id = node.canonical_id and not member.namespace = any({FOREIGN})
              and coalesce(visible.claimed_by(member.namespace, member.name) = any({TEAMS}), true))) then
        return true;
    elsif exists (select from public.edges as edge
                  where edge.target_dataset_id = node.id and edge.kind = {WRITES}) then
        return false;
    end if;
    return (select coalesce(min(named.team), 'default') from public.named_teams as named
            where named.node_id = node.id) = any({TEAMS});
end
$$;
create function visible.sees(node public.nodes) returns boolean
stable cost 500 language plpgsql as $$
begin
    return node.key = any({GRANTED})
        or case node.kind when 'job' then visible.is_own_job(node.id, node.namespace)
                          else visible.is_own_dataset(node) end;
end
$$;
"""

NODES = """
select * from public.nodes as node
where case node.kind
    when 'column' then exists (
        select from public.nodes as dataset where dataset.id = node.dataset_id and visible.sees(dataset))
    else visible.sees(node)
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
       seen.tier, seen.domain, seen.id is null as hidden
from public.nodes as node left join visible.nodes as seen on seen.id = node.id
"""

BODY = """
visible.shown_body(body, visible.hidden_names(
    array(select id from public.nodes where nodes.key = event.job_key))) as body
"""
EVENTS = """
select {columns} from public.events as event
where job_key in (select key from visible.nodes where kind = 'job')
"""

# A facet names what the job knows that said it. With what another team's jobs touch cut from it, a team could
# try out which words these are, in texts of its own.
SAID_BY = """
array(select facet.node_id
      union
      select said.id from public.events as event join public.nodes as said on said.key = event.job_key
      where event.event_id = facet.event_id
      union
      select edge.owner_id from public.edges as edge
      where facet.node_id in (edge.target_dataset_id, edge.source_dataset_id)
        and not exists (select from public.events as event where event.event_id = facet.event_id))
"""
FACETS = f"""
select node_id, name, at, event_id,
       visible.shown_body(value::text, visible.hidden_names({SAID_BY}))::jsonb as value
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
           array(select node_id from visible.attribute_versions as said where said.hash = content.hash)
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
select edge.id, edge.key, edge.kind, edge.owner_id, edge.source_id, edge.target_id, edge.source_dataset_id,
       edge.target_dataset_id, edge.origin, case when owner.id is not null then edge.subtype end as subtype,
       edge.masking, case when owner.id is not null then edge.description end as description,
       edge.first_seen, edge.first_event, edge.last_seen, edge.last_event, edge.confidence, edge.effect
from public.edges as edge left join visible.nodes as owner on owner.id = edge.owner_id
"""

# A text that reads anything hidden is shown to the team whose job it is, without the hidden names.
QUERIES = """
select key, dialect, database, schema,
       visible.masked(text, visible.hidden_names(
           array(select job_id from public.job_texts where query_key = query.key
                 and job_id in (select id from visible.nodes)))) as text,
       at, event_id
from public.queries as query
where visible.sees_query(query.key)
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
   or coalesce(visible.claimed_by(address.dataset_namespace, address.dataset_name) = any({TEAMS}),
               address.dataset_namespace = any({DATASETS}))
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
# What explains an incident names all that it reaches, so that a part of it would tell of the rest. It keeps
# what it was widened by, and what was merged into it, also where it no longer reaches that.
INCIDENT = """
select * from public.incident as one
where nodes <> '{}'
  and not exists (
      select from public.incident as part
      cross join unnest(part.nodes || part.cause_node || visible.member_nodes(part.members)) as node
      where (part.id = one.id or part.merged_into = one.id)
        and node is not null and not exists (select from visible.nodes as seen where seen.key = node))
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
# How much the others send is theirs to know.
PIPELINE_STATE = """
select {columns} from public.pipeline_state as state
"""
OWN_EVENTS = """
(select count(*) from visible.events as own
 where own.stream = 'lineage' and own.position <= state.position) as events
"""
DATASET_TEAMS = f"""
select * from public.dataset_teams
where team = any({TEAMS}) and dataset_id in (select id from visible.nodes)
"""

REPLACED = {
    "events": {"body": BODY},
    "pipeline_state": {
        "events": OWN_EVENTS,
        "batch": "0::bigint as batch",
        "batch_events": "null::integer as batch_events",
        "batch_seconds": "null::float as batch_seconds",
    },
}
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
    "pipeline_state": PIPELINE_STATE,
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
