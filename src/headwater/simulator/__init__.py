"""What a change would break: the pure engines behind the questions asked before it ships."""
