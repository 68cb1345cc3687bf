"""Telemetry: its log, the spans and points of the last days, and rollups that stay."""

from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None

LOG = """
create table telemetry_log (
    position    bigint generated always as identity primary key,
    event_id    uuid not null unique,
    kind        text not null,
    encoding    text not null,
    team        text,
    received_at timestamptz not null,
    body        bytea not null
);
comment on table telemetry_log is 'Requests with spans, points and log records, as they came.';
comment on column telemetry_log.event_id is 'Hash of the content; the same request twice is stored once.';
comment on column telemetry_log.kind is 'traces, metrics, logs or hub.';
comment on column telemetry_log.encoding is 'protobuf or json.';
comment on column telemetry_log.team is 'The team that the call names, if any.';

create table telemetry_state (
    position     bigint not null,
    lake         bigint not null,
    spans        bigint not null,
    points       bigint not null,
    late         bigint not null,
    rejected     bigint not null,
    batch_items  integer not null,
    batch_seconds double precision not null,
    updated_at   timestamptz
);
insert into telemetry_state values (0, 0, 0, 0, 0, 0, 0, 0, null);
comment on table telemetry_state is 'How far the log of telemetry is read, and what was counted.';
comment on column telemetry_state.position is 'Last position whose spans and points are served.';
comment on column telemetry_state.lake is 'Last position that is in the lake.';
comment on column telemetry_state.spans is 'Spans that were new.';
comment on column telemetry_state.points is 'Points that were new.';
comment on column telemetry_state.late is 'Spans and points too late to be served; they are in the lake.';
comment on column telemetry_state.rejected is 'Items that could not be used.';

create table telemetry_problems (
    position bigint not null,
    place    text not null,
    reason   text not null,
    primary key (position, place)
);
comment on table telemetry_problems is 'Items of telemetry that could not be used, and why.';
comment on column telemetry_problems.position is 'Of the request in telemetry_log.';
comment on column telemetry_problems.place is 'Of the item in its request; empty for the request as a whole.';
"""

SPANS = """
create table trace_spans (
    day            date not null,
    trace_id       text not null,
    span_id        text not null,
    parent_span_id text,
    name           text not null,
    kind           text not null,
    started_at     timestamptz not null,
    start_ns       bigint not null,
    duration_ns    bigint not null,
    status         text not null,
    status_message text,
    service        text not null,
    team           text not null,
    job            text not null,
    run_id         uuid,
    airflow_key    uuid,
    attributes     jsonb not null,
    scope          text,
    events         jsonb not null,
    links          jsonb not null,
    cut            integer not null,
    series         uuid not null,
    bin            smallint not null,
    content        uuid not null,
    primary key (day, trace_id, span_id)
) partition by range (day);
create index trace_spans_by_trace on trace_spans (trace_id);
create index trace_spans_by_series on trace_spans (series, started_at);
create index trace_spans_by_service on trace_spans (service, started_at);
create index trace_spans_by_run on trace_spans (run_id) where run_id is not null;
create index trace_spans_by_airflow on trace_spans (airflow_key) where airflow_key is not null;
comment on table trace_spans is 'Spans of the last days; a partition a day. All spans are in the lake.';
comment on column trace_spans.day is 'The day on which the span started, in UTC.';
comment on column trace_spans.team is 'As the call or the resource says, else default.';
comment on column trace_spans.job is 'namespace/name, or the name alone; empty for none.';
comment on column trace_spans.run_id is 'The run that an attribute names.';
comment on column trace_spans.airflow_key is 'Digest of DAG, run, task, try and map index.';
comment on column trace_spans.cut is 'Attributes, events and links that were dropped or shortened.';
comment on column trace_spans.series is 'Of its durations, in telemetry_series.';
comment on column trace_spans.bin is 'Of its duration, in the sketch of its series.';
comment on column trace_spans.content is 'Hash; of two spans with one id, the greater stands.';

create table traces (
    trace_id      text primary key,
    started_at    timestamptz not null,
    ended_at      timestamptz not null,
    spans         bigint not null,
    errors        bigint not null,
    root_start_ns bigint,
    root_span_id  text,
    root_name     text,
    root_service  text
);
create index traces_by_start on traces (started_at desc, trace_id);
comment on table traces is 'Traces of the last days: when, how many spans, and the span at the root.';
comment on column traces.root_span_id is 'The first span without a parent; null while there is none.';
"""

ROLLUPS = """
create table metric_points (
    day      date not null,
    point_id uuid not null,
    series   uuid not null,
    at       timestamptz not null,
    value    double precision not null,
    run_id   uuid,
    primary key (day, point_id)
) partition by range (day);
create index metric_points_by_run on metric_points (run_id) where run_id is not null;
comment on table metric_points is 'Points of the last days; a partition a day. All points are in the lake.';
comment on column metric_points.point_id is 'Hash of series, time and value.';
comment on column metric_points.value is 'Of a histogram or summary, the mean.';

create table telemetry_series (
    series      uuid primary key,
    metric      text not null,
    operation   text not null,
    kind        text not null,
    unit        text,
    temporality text not null,
    monotonic   boolean not null,
    service     text not null,
    team        text not null,
    job         text not null,
    attributes  jsonb not null
);
create index telemetry_series_by_metric on telemetry_series (metric, service);
comment on table telemetry_series is 'A metric with its attributes, or the spans of one name.';
comment on column telemetry_series.metric is 'Name of the metric; span.duration for spans.';
comment on column telemetry_series.operation is 'Name of the spans; empty for metrics.';
comment on column telemetry_series.kind is 'span, gauge, sum, histogram, exponential_histogram or summary.';
comment on column telemetry_series.temporality is 'delta, cumulative, or empty.';

create table telemetry_rollups (
    step        text not null,
    bucket      timestamptz not null,
    series      uuid not null,
    count       bigint not null,
    errors      bigint not null,
    total       numeric not null,
    least       double precision not null,
    greatest    double precision not null,
    first_at    timestamptz not null,
    first_value double precision not null,
    last_at     timestamptz not null,
    last_value  double precision not null,
    started_at  timestamptz not null,
    bins        smallint[] not null,
    counts      bigint[] not null,
    primary key (series, step, bucket)
);
create index telemetry_rollups_by_time on telemetry_rollups (step, bucket);
comment on table telemetry_rollups is 'Spans and points by minute, hour and day.';
comment on column telemetry_rollups.step is 'minute, hour or day.';
comment on column telemetry_rollups.bucket is 'When the minute, hour or day begins, in UTC.';
comment on column telemetry_rollups.count is 'Number of values; if cumulative, as the latest point tells.';
comment on column telemetry_rollups.errors is 'Number of spans with an error.';
comment on column telemetry_rollups.total is 'Sum of the values; if cumulative, as the latest point tells.';
comment on column telemetry_rollups.started_at is 'If cumulative, since when the latest point counts.';
comment on column telemetry_rollups.bins is 'The sketch: numbers of bins, whose bounds grow by 101/99.';
comment on column telemetry_rollups.counts is 'The sketch: how many values each bin holds.';
"""

COMMENTS = {
    "telemetry_log": {
        "position": "Grows in commit order.",
        "received_at": "When it came.",
        "body": "As it came.",
    },
    "telemetry_state": {
        "batch_items": "Spans and points in the last batch.",
        "batch_seconds": "How long the last batch took.",
        "updated_at": "When the last batch was published.",
    },
    "telemetry_problems": {"reason": "Why it could not be used."},
    "trace_spans": {
        "trace_id": "In hexadecimal.",
        "span_id": "In hexadecimal.",
        "parent_span_id": "In hexadecimal; null for a root.",
        "name": "Name of the operation.",
        "kind": "internal, server, client, producer, consumer or unspecified.",
        "started_at": "When it started, to the microsecond.",
        "start_ns": "When it started, in nanoseconds since 1970.",
        "duration_ns": "How long it took, in nanoseconds.",
        "status": "unset, ok or error.",
        "status_message": "What went wrong.",
        "service": "service.name.",
        "attributes": "As sent.",
        "scope": "Name of the instrumentation.",
        "events": "What happened meanwhile.",
        "links": "Spans of other traces.",
    },
    "traces": {
        "trace_id": "In hexadecimal.",
        "started_at": "When its first span started.",
        "ended_at": "When its last span ended.",
        "spans": "Number of spans.",
        "errors": "Number of spans with an error.",
        "root_start_ns": "When the root started, in nanoseconds since 1970.",
        "root_name": "Name of the root.",
        "root_service": "Service of the root.",
    },
    "metric_points": {
        "day": "The day of its time, in UTC.",
        "series": "In telemetry_series.",
        "at": "When it was measured.",
        "run_id": "The run that an attribute names.",
    },
    "telemetry_series": {
        "series": "Hash of what the other columns and the resource say.",
        "unit": "As sent.",
        "monotonic": "Whether a sum only grows.",
        "service": "service.name.",
        "team": "As the call or the resource says, else default.",
        "job": "namespace/name, or the name alone; empty for none.",
        "attributes": "Of the points, as sent.",
    },
    "telemetry_rollups": {
        "series": "In telemetry_series.",
        "least": "Least value.",
        "greatest": "Greatest value.",
        "first_at": "Time of the first value.",
        "first_value": "The first value.",
        "last_at": "Time of the last value.",
        "last_value": "The last value.",
    },
}


def upgrade() -> None:
    op.execute(LOG)
    op.execute(SPANS)
    op.execute(ROLLUPS)
    for table, columns in COMMENTS.items():
        for column, text in columns.items():
            op.execute(f"comment on column {table}.{column} is '{text}'")
