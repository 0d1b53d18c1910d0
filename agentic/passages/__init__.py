"""Answers in the words of passages, by what is expected: the value first, then the words round it."""
