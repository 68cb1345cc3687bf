"""Kira's company: 200 tables, 50 pipelines, 30 dashboards, as a catalog and as the runs of one night.

The e-mail address of the CRM reaches 8 reports by way of 3 pipelines, and 2 dashboards. Everything else
reads other columns of the same tables, or nothing of them.
"""

from typing import Any

from tests.builders import run_event

EMAIL_PIPELINES = ("load_contacts", "campaigns", "retention")
REPORTS = tuple(f"reports.r{number}" for number in range(1, 9))
EMAIL_DASHBOARDS = ("Customer health", "Churn")
OTHERS = tuple(f"dwh.t{number:03}" for number in range(191))
OTHER_PIPELINES = tuple(f"nightly_{number:02}" for number in range(47))
OTHER_DASHBOARDS = tuple(f"Board {number:02}" for number in range(28))

CUSTOMERS = {
    "type": "table",
    "name": "customers",
    "schema": "crm",
    "namespace": "warehouse",
    "owner": "team:crm",
    "tier": "1",
    "columns": [
        {"name": "id", "type": "bigint", "classification": "internal"},
        {"name": "email", "type": "text", "isPII": True, "classification": "restricted"},
        {"name": "phone", "type": "text", "isPII": True, "classification": "confidential"},
        {"name": "legacy_code", "type": "text"},
    ],
}


def catalog() -> dict[str, Any]:
    """What the teams declare; dashboards send no events, so their lineage is declared as well."""
    lineage: list[dict[str, Any]] = [
        {
            "sourceAsset": "reports.r4",
            "sourceColumn": "contact",
            "targetAsset": "Customer health",
            "transformationType": "direct",
        },
        {
            "sourceAsset": "reports.r8",
            "sourceColumn": "customers",
            "targetAsset": "Churn",
            "transformationType": "calculation",
        },
    ]
    lineage += [
        {"sourceAsset": OTHERS[7 * number], "sourceColumn": "value", "targetAsset": board}
        for number, board in enumerate(OTHER_DASHBOARDS[:27])
    ]
    return {"assets": [*_tables(), *_pipelines(), *_dashboards()], "lineage": lineage}


def runs() -> list[dict[str, Any]]:
    """One night: each pipeline completes once and carries its SQL; none sends column lineage."""
    loads = [
        _run(
            "load_contacts",
            [
                f"insert into {report} (customer_id, contact) select id, email from crm.customers"
                for report in REPORTS[:3]
            ],
            reads=["crm.customers"],
            writes=REPORTS[:3],
        ),
        _run(
            "campaigns",
            [
                "insert into reports.r4 (customer_id, contact)"
                " select a.customer_id, lower(a.contact) from reports.r1 a",
                "insert into reports.r5 (customer_id, contact) select customer_id, contact from reports.r1",
                "insert into reports.r6 (customer_id, contact)"
                " select customer_id, sha256(contact) from reports.r1",
            ],
            reads=["reports.r1"],
            writes=REPORTS[3:6],
        ),
        _run(
            "retention",
            [
                "insert into reports.r7 (domain, customers)"
                " select split_part(email, '@', 2), count(*) from crm.customers group by 1",
                "insert into reports.r8 (customers)"
                " select count(id) from crm.customers where email is not null",
            ],
            reads=["crm.customers"],
            writes=REPORTS[6:],
        ),
    ]
    return loads + [_other_run(number) for number in range(len(OTHER_PIPELINES))]


def _tables() -> list[dict[str, Any]]:
    reports = [
        {
            "type": "table",
            "name": report,
            "namespace": "warehouse",
            "owner": "team:reporting",
            "columns": [{"name": name} for name in ("customer_id", "contact", "domain", "customers")],
        }
        for report in REPORTS
    ]
    others = [
        {
            "type": "table",
            "name": table,
            "namespace": "warehouse",
            "owner": "team:dwh",
            "columns": [{"name": name} for name in ("id", "value", "customer_id")],
        }
        for table in OTHERS
    ]
    return [CUSTOMERS, *reports, *others]


def _pipelines() -> list[dict[str, Any]]:
    return [
        {"type": "pipeline", "name": name, "namespace": "tests", "owner": "team:dwh"}
        for name in (*EMAIL_PIPELINES, *OTHER_PIPELINES)
    ]


def _dashboards() -> list[dict[str, Any]]:
    return [
        {"type": "dashboard", "name": name, "namespace": "looker", "owner": "team:bi", "tier": "2"}
        for name in (*EMAIL_DASHBOARDS, *OTHER_DASHBOARDS)
    ]


def _other_run(number: int) -> dict[str, Any]:
    """Four tables each; some start at the CRM or at a report, but not with the e-mail address."""
    written = OTHERS[4 * number : 4 * number + 4]
    if number % 5 == 0:
        source, columns = "crm.customers", "id, phone, id"
    elif number % 7 == 0:
        source, columns = "reports.r5", "customer_id, customer_id, customer_id"
    else:
        source, columns = OTHERS[4 * number - 1], "id, value, customer_id"
    texts = [
        f"insert into {table} (id, value, customer_id) select {columns} from {source}" for table in written
    ]
    return _run(OTHER_PIPELINES[number], texts, reads=[source], writes=written)


def _run(job: str, texts: list[str], *, reads: list[str], writes: Any) -> dict[str, Any]:
    sql = {"query": ";\n".join(texts), "dialect": "postgres"}
    return run_event(
        job,
        "COMPLETE",
        "23:30",
        job=job,
        inputs=tuple(f"warehouse/{name}" for name in reads),
        outputs=tuple(f"warehouse/{name}" for name in writes),
        job_facets={"sql": sql},
    )
