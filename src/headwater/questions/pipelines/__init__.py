"""Pipelines: jobs with settings, their executions, addresses and their lineage, timeliness."""
