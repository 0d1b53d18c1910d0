"""The clauses of a statement, as patterns take them out of a question."""
