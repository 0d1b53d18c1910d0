"""Questions to bills and receipts that are meant by name, and to all of them."""
