"""Batch jobs on Spark: tasks over the graph, the export of the closure, baselines. See ADR 0006."""
