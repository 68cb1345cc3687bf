"""Atlas OpenLineage: every event of a run, newest first, behind opaque paging."""
