"""From an alert back to its cause: the evidence around it, and what explains it."""
