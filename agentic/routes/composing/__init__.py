"""Answers in a model's words: what it reads, sentences with marks, and the values of a small one."""
