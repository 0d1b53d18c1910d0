"""A file per format: bytes to pages of lines of words."""
