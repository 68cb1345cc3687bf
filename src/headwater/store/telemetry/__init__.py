"""Telemetry in PostgreSQL: what is served of it, how it is merged there, and when it goes."""
