"""Who may ask and change what: scopes, keys, and what each route requires. No input or output here."""
