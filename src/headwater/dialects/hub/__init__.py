"""Data Lineage Hub: ingest by team namespace, and its health call."""
