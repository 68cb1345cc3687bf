"""What happened, newest first: results of tests, schema versions and changes, unusual runs."""
