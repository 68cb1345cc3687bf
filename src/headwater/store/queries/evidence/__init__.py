"""What was recorded around an incident: each list of some jobs or datasets within a window of time."""
