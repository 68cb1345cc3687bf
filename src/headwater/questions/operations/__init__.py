"""Runs, events, quarantine, requested work, and how the pipeline is doing."""
