"""Plays the runs of a made-up company and says each as its producers would: in OpenLineage events."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from benchmarks.event_world import STYLES, Company, Job, Table

Body = dict[str, Any]
PRODUCER = "https://example.com/producer"
SCHEMA_URL = "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent"
ROWS = 50_000
ERRORS = {
    "gone": (
        "Object '{table}' does not exist or not authorized.",
        'relation "{table}" does not exist',
        "[TABLE_OR_VIEW_NOT_FOUND] The table or view `{table}` cannot be found.",
        "Path does not exist: {table}",
    ),
    "lost": (
        'column "{column}" does not exist',
        "SQL compilation error: invalid identifier '{column}'",
        "[UNRESOLVED_COLUMN] A column with name `{column}` cannot be resolved",
        "KeyError: '{column}'",
    ),
    "type": (
        "Numeric value 'n/a' is not recognized ({column})",
        "invalid input syntax for type numeric: column {column}",
        "cannot cast {column} from STRING to DOUBLE",
    ),
    "stale": (
        "no new partition in {table}",
        "upstream {table} has not been updated",
        "Timed out waiting for {table}",
    ),
    "resource": (
        "Container killed: out of memory",
        "could not connect to server: Connection refused",
        "503 Service Unavailable",
        "No space left on device",
    ),
    "code": ("SyntaxError: invalid syntax", "ZeroDivisionError: division by zero", "NameError: name 'df'"),
}


@dataclass(eq=False)
class Symptom:
    """Something that went wrong and was told, with the cause that did it."""

    table: Table
    job: Job | None
    at: datetime
    cause: str
    run: str | None = None


@dataclass(eq=False)
class Play:
    company: Company
    random: Random
    events: list[tuple[datetime, Body]] = field(default_factory=list)
    symptoms: list[Symptom] = field(default_factory=list)
    twists: dict[str, Callable[[datetime], str | None]] = field(default_factory=dict)
    """By job: what a cause does to a run at that time (fail:…, missing, partial, nulls:…)."""
    chances: dict[object, float] = field(default_factory=dict)

    def chance(self, *of: object) -> float:
        """The same for the same question: who broke once breaks each night."""
        return self.chances.setdefault(of, self.random.random())

    def tell(self, at: datetime, body: Body) -> None:
        self.events.append((at, body))

    def run(self, job: Job, at: datetime) -> None:
        acts = self.twists.get(job.name)
        twist = acts(at) if acts is not None else None
        if twist is not None:
            self._twisted(job, at, twist)
        elif self.random.random() < job.flaky:
            self.fails(job, at, "", "resource", job.output, None)
        elif "gone" in job.output.trouble:
            self.fails(job, at, job.output.trouble["gone"], "gone", job.output, None)
        else:
            self._usual(job, at, {})

    def _twisted(self, job: Job, at: datetime, twist: str) -> None:
        act, _, what = twist.partition(":")
        if act == "missing":
            self.skips(job, at, "true")
        elif act == "fail":
            self.fails(job, at, "true", what, job.output, None)
        else:
            self._usual(job, at, {twist: "true"})

    def _usual(self, job: Job, at: datetime, made: dict[str, str]) -> None:
        for table in job.inputs:
            for what, cause in list(table.trouble.items()):
                if self._met(job, at, table, what, cause, made):
                    return
        self.writes(job, at, made)

    def _met(self, job: Job, at: datetime, table: Table, what: str, cause: str, made: dict[str, str]) -> bool:
        """Whether the trouble of an input ended the run; else what it makes of the output is added."""
        kind, _, column = what.partition(":")
        if kind == "gone":
            self.fails(job, at, cause, "gone", table, None)
            return True
        if kind == "stale":
            return self._waited(job, at, table, cause)
        if kind == "partial":
            if self.chance(job.name, table.name, cause) < 0.8:
                made.setdefault("partial", cause)
            return False
        return (table, column) in job.used() and self._used(job, at, table, what, cause, made)

    def _waited(self, job: Job, at: datetime, table: Table, cause: str) -> bool:
        if job.waits == "skips":
            self.skips(job, at, cause)
        elif job.waits == "fails":
            self.fails(job, at, cause, "stale", table, None)
        return job.waits != "old"

    def _used(
        self, job: Job, at: datetime, table: Table, what: str, cause: str, made: dict[str, str]
    ) -> bool:
        kind, _, column = what.partition(":")
        if kind == "lost" or (kind == "type" and job.strict):
            self.fails(job, at, cause, kind, table, column)
            return True
        if job.filters == (table, column):
            made.setdefault("partial", cause)
        for out, source in job.uses.items():
            if source == (table, column):
                made.setdefault(f"nulls:{out}", cause)
        return False

    def fails(self, job: Job, at: datetime, cause: str, error: str, table: Table, column: str | None) -> None:
        took = job.takes * self.random.uniform(0.1, 0.9)
        text = self.random.choice(ERRORS[error]).format(table=table.last, column=column)
        facets: Body = {}
        if self.random.random() < 0.85:
            facets["errorMessage"] = _facet(message=text, programmingLanguage="SQL")
        self._events(job, at, at + took, "FAIL", facets, {})
        self.symptoms.append(Symptom(job.output, job, at + took, cause, run_id(job, at)))
        self.stale(job, at + took, cause)

    def skips(self, job: Job, at: datetime, cause: str) -> None:
        self.symptoms.append(Symptom(job.output, job, at + self.company.period * 0.3, cause))
        self.stale(job, at, cause)

    def stale(self, job: Job, at: datetime, cause: str) -> None:
        job.output.trouble = {
            what: by for what, by in job.output.trouble.items() if not what.startswith("stale")
        }
        job.output.trouble["stale"] = cause
        self.test(job.output, at + timedelta(minutes=15))

    def writes(self, job: Job, at: datetime, made: dict[str, str]) -> None:
        table = job.output
        lasting = {
            what: by for what, by in table.trouble.items() if what.split(":")[0] in ("lost", "type", "gone")
        }
        if table.history == "source":
            lasting |= {what: by for what, by in table.trouble.items() if what.startswith("nulls")}
        table.trouble = {**made, **lasting}
        rows = int(ROWS * self.random.uniform(0.96, 1.04) * (0.45 if "partial" in table.trouble else 1))
        end = at + job.takes * self.random.uniform(0.9, 1.1)
        facets: Body = {}
        if job.counted:
            facets["outputStatistics"] = _facet(rowCount=rows, size=rows * 80)
            if "partial" in made:
                self.symptoms.append(Symptom(table, job, end, made["partial"], run_id(job, at)))
        if table.profiled:
            facets["dataQualityMetrics"] = self._profile(table, rows, end)
        self._events(job, at, end, "COMPLETE", {}, facets)
        self.test(table, end + timedelta(minutes=3))

    def _profile(self, table: Table, rows: int, at: datetime) -> Body:
        metrics = {}
        for number, column in enumerate(table.columns):
            wrong = table.trouble.get(f"nulls:{column}")
            share = 0.37 if wrong else 0.002 * number * self.random.uniform(0.9, 1.1)
            metrics[column] = {"nullCount": int(rows * share), "distinctCount": 900 + number}
            if wrong:
                self.symptoms.append(Symptom(table, None, at, wrong))
        return _facet(rowCount=rows, columnMetrics=metrics)

    def test(self, table: Table, at: datetime) -> None:
        results = []
        for name, column in table.tests:
            cause = self._fails_test(table, name, column)
            if cause is not None:
                self.symptoms.append(Symptom(table, None, at, cause))
            result: Body = {"assertion": f"{name}_{column or table.last}", "success": cause is None}
            results.append(result | ({"column": column} if column else {}))
        if results:
            job = f"checks.{table.last.lower()}"
            one = _dataset(table) | {"inputFacets": {"dataQualityAssertions": _facet(assertions=results)}}
            self.tell(at, _event("COMPLETE", at, str(uuid5(NAMESPACE_URL, f"{job}{at}")), job, [one], []))

    def _fails_test(self, table: Table, name: str, column: str | None) -> str | None:
        wrong = {
            "not_null": [f"nulls:{column}"],
            "row_count": ["partial", "gone"],
            "freshness": ["stale"],
        }[name]
        return next((by for what, by in table.trouble.items() if what in wrong), None)

    def _events(
        self, job: Job, at: datetime, end: datetime, state: str, run_facets: Body, out_facets: Body
    ) -> None:
        if not job.told:
            return
        run = run_id(job, at)
        at, end = at + job.skew, end + job.skew
        speaks = STYLES[self.company.style][2]
        facets: Body = {
            "sourceCodeLocation": _facet(
                type="git",
                url="https://git.example.com/etl",
                version=f"{uuid5(NAMESPACE_URL, job.name + str(job.version))}",
            )
        }
        if speaks == "sql" and job.inputs:
            facets["sql"] = _facet(query=_text(job))
        output = _dataset(job.output)
        output["facets"]["schema"] = _schema(job.output)
        if speaks == "columns" and job.uses:
            output["facets"]["columnLineage"] = _column_lineage(job)
        output["outputFacets"] = out_facets
        inputs = [_dataset(one) for one in job.inputs]
        for one, table in zip(inputs, job.inputs, strict=True):
            if speaks == "columns" and "gone" not in table.trouble:
                one["facets"]["schema"] = _schema(table)
        self.tell(at, _event("START", at, run, job.name, inputs, [], facets))
        self.tell(end, _event(state, end, run, job.name, inputs, [output], facets, run_facets))


def run_id(job: Job, at: datetime) -> str:
    return str(uuid5(NAMESPACE_URL, f"{job.name}{at.isoformat()}"))


def dataset_event(table: Table, at: datetime, **facets: Body) -> Body:
    """What a crawler or the database itself says."""
    one = _dataset(table)
    one["facets"] = {name: _facet(**said) for name, said in facets.items()} or {"schema": _schema(table)}
    return {"eventTime": at.isoformat(), "producer": PRODUCER, "schemaURL": SCHEMA_URL, "dataset": one}


def _event(
    state: str,
    at: datetime,
    run: str,
    job: str,
    inputs: list[Body],
    outputs: list[Body],
    job_facets: Body | None = None,
    run_facets: Body | None = None,
) -> Body:
    return {
        "eventType": state,
        "eventTime": at.isoformat(),
        "producer": PRODUCER,
        "schemaURL": SCHEMA_URL,
        "run": {"runId": run, "facets": run_facets or {}},
        "job": {"namespace": "prod", "name": job, "facets": job_facets or {}},
        "inputs": inputs,
        "outputs": outputs,
    }


def _facet(**said: Any) -> Body:
    return {"_producer": PRODUCER, "_schemaURL": SCHEMA_URL, **said}


def _dataset(table: Table) -> Body:
    return {"namespace": table.namespace, "name": table.name, "facets": {}}


def _schema(table: Table) -> Body:
    return _facet(fields=[{"name": name, "type": kind} for name, kind in table.columns.items()])


def _column_lineage(job: Job) -> Body:
    fields = {}
    for out, (table, column) in job.uses.items():
        fields[out] = {
            "inputFields": [
                {
                    "namespace": table.namespace,
                    "name": table.name,
                    "field": column,
                    "transformations": [{"type": "DIRECT", "subtype": "TRANSFORMATION"}],
                }
            ]
        }
    dataset = []
    if job.filters:
        table, column = job.filters
        dataset.append(
            {
                "namespace": table.namespace,
                "name": table.name,
                "field": column,
                "transformations": [{"type": "INDIRECT", "subtype": "FILTER"}],
            }
        )
    return _facet(fields=fields, dataset=dataset)


def _text(job: Job) -> str:
    aliases = {table: f"t{number}" for number, table in enumerate(job.inputs)}
    picked = ", ".join(f"{aliases[table]}.{column} as {out}" for out, (table, column) in job.uses.items())
    first, *others = job.inputs
    text = f"insert into {job.output.name} select {picked} from {first.name} {aliases[first]}"
    for table in others:
        text += f" left join {table.name} {aliases[table]} on {aliases[first]}.id = {aliases[table]}.id"
    if job.filters:
        table, column = job.filters
        text += f" where {aliases[table]}.{column} is not null"
    return text + (f" and {job.text} = {job.text}" if job.filters and job.text > 1 else "")
