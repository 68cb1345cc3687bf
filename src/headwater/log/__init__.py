"""What we remember: the append-only log of events."""
