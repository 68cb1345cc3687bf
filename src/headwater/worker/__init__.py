"""The worker: one process with the one Spark session; streams, scheduled checks and requested work."""
