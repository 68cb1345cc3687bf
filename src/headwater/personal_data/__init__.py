"""Which columns look like personal data, by rules over names, types and descriptions."""
