"""What is answered: one frozen, documented type an answer, for questions, API, client and commands alike."""
