"""What you can ask: one file a question, joining store, log and engines."""
