"""Invented documents whose contents are known, and the questions that the search agent is asked of them."""
