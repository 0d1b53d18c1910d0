"""Columns that are made for a question: what follows from others of a row."""
