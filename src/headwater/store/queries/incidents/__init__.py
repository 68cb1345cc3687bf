"""Incidents: what calls for one, the incidents themselves, and what happened to them."""
