"""Our own API's words: one typed model for each answer, with an example."""
