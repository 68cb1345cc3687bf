"""What telemetry says: spans, points and log records read from the bytes of a request; pure."""
