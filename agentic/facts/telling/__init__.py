"""Answers of figures in words: what is taken, what disagrees, what is known where nothing is."""
