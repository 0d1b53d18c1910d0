"""Cells by row label × column label × time, and what is computed of them; no canonical name is needed."""
