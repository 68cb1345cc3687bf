"""What `make bench` measures; each module is one question, and prints what it found."""
