"""The append-only log of events."""
