"""Where sensitive data goes."""
