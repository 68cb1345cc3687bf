"""Where data comes from and goes to: walks, paths, differences over time."""
