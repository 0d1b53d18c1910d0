"""The fields that documents and rows have, and conditions on their values."""
