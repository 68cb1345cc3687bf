"""How others speak: each dialect has wire.py (their words), translate.py (pure) and routes.py (thin)."""
