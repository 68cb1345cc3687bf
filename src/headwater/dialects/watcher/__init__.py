"""Watcher: pipelines, executions, addresses, their lineage and timeliness, at the root as documented."""
