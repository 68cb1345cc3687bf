-- The tables in which a batch is worked on, beside the staging table `batch`. They outlive a commit, and are emptied
-- before the next batch: a rebuild is many batches in one transaction.
create temp table touched_owners (owner_id integer not null, since timestamptz not null)
on commit preserve rows;
create temp table edge_sets (key uuid primary key, edge_ids integer[] not null)
on commit preserve rows;
create temp table new_runs (like runs including generated including defaults) on commit preserve rows;
create temp table new_aliases (alias_id integer not null, target_id integer not null) on commit preserve rows;
create temp table newly_aliased (node_id integer primary key) on commit preserve rows;
create temp table joined_groups (group_id integer primary key, joined_id integer not null) on commit preserve rows;
create temp table sighted_datasets (dataset_id integer primary key, since timestamptz not null) on commit preserve rows;
create temp table new_versions (
    dataset_id integer, valid_from timestamptz, valid_to timestamptz, hash uuid, event_id uuid, run_id uuid
) on commit preserve rows;
create temp table changed_attributes (
    node_id integer not null, name text not null, since timestamptz not null
) on commit preserve rows;
create temp table new_attribute_versions (
    node_id integer, name text, valid_from timestamptz, hash uuid, event_id uuid
) on commit preserve rows;
create temp table new_spans (
    edge_id integer, owner_id integer, flows boolean,
    alive_from timestamptz, alive_to timestamptz, opened_by uuid, closed_by uuid
) on commit preserve rows;
create temp table ended (
    owner_id integer not null, edge_id integer not null, kind smallint not null, origin text not null,
    target_dataset_id integer, alive_from timestamptz not null, alive_to timestamptz not null,
    opened_by uuid, closed_by uuid
) on commit preserve rows;
create temp table precise_times (
    owner_id integer not null, target_dataset_id integer,
    stated tstzmultirange not null, declared tstzmultirange not null, columns tstzmultirange not null
) on commit preserve rows;
create index precise_times_by_target on precise_times (owner_id, target_dataset_id);
create temp table explicit_times (owner_id integer primary key, times tstzmultirange not null)
on commit preserve rows;
create temp table horizon (
    owner_id integer primary key,
    from_time timestamptz not null,
    first_run timestamptz not null,
    first_attempt timestamptz not null,
    first_count timestamptz not null
) on commit preserve rows;
create temp table drops (
    owner_id integer not null, node_id integer not null, at timestamptz not null, event_id uuid not null
) on commit preserve rows;
create index drops_by_node on drops (owner_id, node_id, at, event_id);
create index drops_by_time on drops (owner_id, at);
create temp table changed_schemas (dataset_id integer, since timestamptz not null) on commit preserve rows;
create temp table sql_bindings (
    run_id uuid, event_id uuid, owner_id integer not null, sql_key uuid not null, at timestamptz not null,
    shown integer[] not null, binding jsonb, analysis uuid
) on commit preserve rows;
create temp table derived_edges (owner uuid not null, analysis uuid not null, edges text not null)
on commit preserve rows;
create temp table stale_analyses (analysis uuid not null) on commit preserve rows;
create temp table nodes_to_delete (node_id integer primary key) on commit preserve rows;
create temp table orphaned_nodes (node_id integer not null) on commit preserve rows;
create temp table regrouped_datasets (dataset_id integer primary key, canonical_id integer not null)
on commit preserve rows;
create temp table relabelled_datasets (dataset_id integer primary key) on commit preserve rows;
create temp table new_labels (
    column_id integer primary key, classification text, pii boolean, tags text[] not null
) on commit preserve rows;
create temp table retyped_jobs (job_id integer not null) on commit preserve rows;
create temp table new_uses (like query_uses) on commit preserve rows;
create temp table concerned_uses (key uuid primary key) on commit preserve rows;
create temp table use_changes (like query_days) on commit preserve rows;
