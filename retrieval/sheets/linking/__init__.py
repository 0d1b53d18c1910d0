"""A second reading of a question over a table: which words its headings and cells take up."""
