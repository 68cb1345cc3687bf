"""What things are: identities, events, edges. Pure values, no input or output."""
