"""Which names and texts fit the words that somebody typed: an index on arrays, in memory, ranked."""
