"""Every question and write as a method of the clients, sync and async."""

# Written by `make reference` from the registry of questions; change the questions instead.

from headwater.client import request, requests
from headwater.client.call import Call


class Calls:
    """What can be asked and written; see `requests` for what each takes."""

    send_events = Call(request.send_events)
    wait_visible = Call(request.wait_visible)
    list_assets = Call(requests.list_assets)
    asset = Call(requests.asset)
    list_datasets = Call(requests.list_datasets)
    dataset = Call(requests.dataset)
    list_jobs = Call(requests.list_jobs)
    job = Call(requests.job)
    register_asset = Call(requests.register_asset)
    declare_lineage = Call(requests.declare_lineage)
    import_catalog = Call(requests.import_catalog)
    delete_asset = Call(requests.delete_asset)
    delete_dataset = Call(requests.delete_dataset)
    delete_job = Call(requests.delete_job)
    breaking_changes = Call(requests.breaking_changes)
    impact = Call(requests.impact)
    upstream = Call(requests.upstream)
    list_classified_columns = Call(requests.list_classified_columns)
    ranking = Call(requests.ranking)
    flows = Call(requests.flows)
    diff = Call(requests.diff)
    paths = Call(requests.paths)
    graph_upstream = Call(requests.graph_upstream)
    graph_downstream = Call(requests.graph_downstream)
    list_events = Call(requests.list_events)
    event = Call(requests.event)
    job_health = Call(requests.job_health)
    list_quarantine = Call(requests.list_quarantine)
    replay = Call(requests.replay)
    run_analytics = Call(requests.run_analytics)
    export_closure = Call(requests.export_closure)
    estimate_closure = Call(requests.estimate_closure)
    work_item = Call(requests.work_item)
    list_runs = Call(requests.list_runs)
    run = Call(requests.run)
    list_sql_problems = Call(requests.list_sql_problems)
    pipeline_status = Call(requests.pipeline_status)
