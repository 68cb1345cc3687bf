"""What we serve from: tables, how they are migrated, published into and read."""
