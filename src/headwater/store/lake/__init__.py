"""The lake: every event, fact, span, point and log record in Delta tables, for whoever asks later."""
