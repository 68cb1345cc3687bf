"""Pipelines and their types, executions, addresses and their types, lineage and breaches."""
