"""Formats as files come in: bytes to pages of lines of words. A folder for each family of them."""
