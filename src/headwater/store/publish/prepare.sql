-- The workplaces of a batch. They are emptied here and not on commit: a rebuild is many batches in one transaction.
create temp table if not exists touched (owner_id integer not null, since timestamptz not null)
on commit preserve rows;
create temp table if not exists edge_sets (key uuid primary key, edge_ids integer[] not null)
on commit preserve rows;
create temp table if not exists new_runs (like runs including generated including defaults) on commit preserve rows;
create temp table if not exists alias_news (node_id integer primary key) on commit preserve rows;
create temp table if not exists reseen (dataset_id integer primary key, since timestamptz not null) on commit preserve rows;
create temp table if not exists new_versions (
    dataset_id integer, valid_from timestamptz, valid_to timestamptz, hash uuid, event_id uuid, run_id uuid
) on commit preserve rows;
create temp table if not exists new_spans (
    edge_id integer, owner_id integer, flows boolean,
    alive_from timestamptz, alive_to timestamptz, opened_by uuid, closed_by uuid
) on commit preserve rows;
create temp table if not exists horizon (
    owner_id integer primary key,
    from_time timestamptz not null,
    first_run timestamptz not null,
    first_attempt timestamptz not null,
    first_count timestamptz not null
) on commit preserve rows;
create temp table if not exists reshaped (dataset_id integer, since timestamptz not null) on commit preserve rows;
create temp table if not exists bound (
    run_id uuid, event_id uuid, owner_id integer not null, sql_key uuid not null, at timestamptz not null,
    shown integer[] not null, binding jsonb, analysis uuid
) on commit preserve rows;
create temp table if not exists drawn (owner uuid not null, analysis uuid not null, edges text not null)
on commit preserve rows;
create temp table if not exists stale (analysis uuid not null) on commit preserve rows;
create temp table if not exists doomed (node_id integer primary key) on commit preserve rows;
create temp table if not exists forsaken (node_id integer not null) on commit preserve rows;
create temp table if not exists relabelled (dataset_id integer primary key) on commit preserve rows;
create temp table if not exists new_labels (
    column_id integer primary key, classification text, pii boolean, tags text[] not null
) on commit preserve rows;
truncate batch, touched, edge_sets, new_runs, alias_news, reseen, new_versions, new_spans, horizon, relabelled, new_labels, reshaped, bound, drawn, stale, doomed, forsaken
