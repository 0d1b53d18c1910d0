"""Questions about the rows of a table: counted, filtered, grouped, added up, ranked, looked up."""
