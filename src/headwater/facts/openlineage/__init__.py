"""What OpenLineage's run, job and dataset events say: `reader.py` reads an event, the others its parts."""
