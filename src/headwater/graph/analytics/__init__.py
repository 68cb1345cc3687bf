"""Batch analytics over the whole graph, as pure functions of arrays: classes, reach counts, closure."""
