"""What a query does: which columns feed which, read from its SQL text. Pure."""
