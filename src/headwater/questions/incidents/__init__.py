"""Incidents: failures that share a cause, opened by the worker, and handled by people."""
