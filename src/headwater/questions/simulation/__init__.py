"""What a change would break before it is made."""
