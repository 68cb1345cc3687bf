"""Watcher's tables: pipelines and their types, executions, addresses and their types, lineage."""
