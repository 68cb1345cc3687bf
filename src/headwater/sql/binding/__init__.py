"""Binding: every name of a text tied to the table and column it means, as a database does before it plans."""
