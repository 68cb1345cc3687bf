"""Who may ask and change what."""
