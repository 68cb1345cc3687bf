"""Batch jobs over all edges: classes to a fixed point, reach counts, and the closure. See ADR 0006."""
