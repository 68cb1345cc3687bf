"""What people ask the warehouse, and which columns that reads."""
