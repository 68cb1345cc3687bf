"""The Time Machine: which recorded change explains these failures. Evidence in, explanation out."""
