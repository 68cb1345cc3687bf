"""A change simulated without a server, from a file of schemas and a file of queries."""
