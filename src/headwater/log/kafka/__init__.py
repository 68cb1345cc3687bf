"""Kafka before the log: events and telemetry are sent to topics, and a bridge brings these into the log."""
