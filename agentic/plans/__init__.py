"""Computations over stored figures: planned from a question, evaluated exactly, shown step by step."""
