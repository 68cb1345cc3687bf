"""What a change affects, and what it would break."""
