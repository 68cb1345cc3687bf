"""Teams: who sends what."""
