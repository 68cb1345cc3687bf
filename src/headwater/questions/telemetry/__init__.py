"""Questions about traces and metrics."""
