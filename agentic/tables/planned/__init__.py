"""Questions that need more than the rows of one table: a file’s sheets as a small database."""
